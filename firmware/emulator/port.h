/* The host's end of the cable: a pseudo-terminal behind a link that stays the same. */
#ifndef PORT_H
#define PORT_H

#include <stddef.h>
#include <stdint.h>

/* A new pseudo-terminal behind the link; ends the program with a message if it can't be had. */
void port_plug(const char *link_path);

/* It is gone, and so is the link. */
void port_unplug(void);

/* The descriptor to wait for, -1 while unplugged. */
int port_descriptor(void);

/* Read the host's bytes, at most `room`; returns 0 if there are none. */
size_t port_read(uint8_t *bytes, size_t room);

/* To the host; what nobody takes is lost, as on a real one. */
void port_write(const uint8_t *bytes, size_t count);

#endif
