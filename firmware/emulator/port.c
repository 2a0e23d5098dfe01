#define _GNU_SOURCE
#include "port.h"

#include <err.h>
#include <fcntl.h>
#include <limits.h>
#include <pty.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

static int ours = -1, theirs = -1;
static char link_at[PATH_MAX];

void port_plug(const char *link_path)
{
    struct termios raw;
    char name[PATH_MAX];
    if (ours >= 0)
        return;
    if (openpty(&ours, &theirs, name, NULL, NULL) != 0)
        err(2, "no pseudo-terminal");
    tcgetattr(theirs, &raw);
    cfmakeraw(&raw); /* or it would echo our own lines to us until a host opens it */
    tcsetattr(theirs, TCSANOW, &raw);
    fcntl(ours, F_SETFL, O_NONBLOCK);
    fcntl(ours, F_SETFD, FD_CLOEXEC);
    fcntl(theirs, F_SETFD, FD_CLOEXEC);
    snprintf(link_at, sizeof link_at, "%s", link_path);
    unlink(link_at);
    if (symlink(name, link_at) != 0)
        err(2, "%s", link_at);
}

void port_unplug(void)
{
    if (ours < 0)
        return;
    unlink(link_at);
    close(ours);
    close(theirs); /* held open until now: a host that left must not end our reading */
    ours = theirs = -1;
}

int port_descriptor(void)
{
    return ours;
}

size_t port_read(uint8_t *bytes, size_t room)
{
    ssize_t count = ours < 0 ? 0 : read(ours, bytes, room);
    return count < 0 ? 0 : (size_t)count;
}

void port_write(const uint8_t *bytes, size_t count)
{
    while (ours >= 0 && count > 0) {
        ssize_t taken = write(ours, bytes, count);
        if (taken <= 0)
            return;
        bytes += taken;
        count -= (size_t)taken;
    }
}
