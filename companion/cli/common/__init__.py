"""What every command uses: the configuration file, where things are kept, the language it speaks."""
