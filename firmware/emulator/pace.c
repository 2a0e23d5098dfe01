#include "pace.h"

#include <err.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* How long a host that does not look is waited for, and how often it is asked, in real time. */
enum { PATIENCE_US = 300000, ASK_US = 500, LAG_US = 250000 };

typedef struct page {
    _Atomic uint64_t now_us, looked_us;
} page_t;

static page_t *page;
static double factor = 1;
static uint64_t began_us, began_emulated_us, leash_us, waits_since_us;

static uint64_t real_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void pace_open(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof *page) != 0)
        err(2, "%s", path);
    page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED)
        err(2, "%s", path);
    close(file);
    atomic_store(&page->now_us, 0); /* the file may be another run's */
    atomic_store(&page->looked_us, 0);
}

void pace_set(double times_real)
{
    factor = times_real;
    began_us = real_us();
    began_emulated_us = atomic_load(&page->now_us);
}

void pace_publish(uint64_t now_us)
{
    atomic_store(&page->now_us, now_us);
}

static uint64_t wait_for_clock(uint64_t now_us)
{
    uint64_t real = real_us() - began_us;
    uint64_t due = (uint64_t)((double)(now_us - began_emulated_us) / factor);
    if (real > due + LAG_US) { /* delayed, as by a suspended computer: don't race to catch up */
        began_us = real_us();
        began_emulated_us = now_us;
    }
    return due > real ? due - real : 0;
}

static uint64_t wait_for_host(uint64_t now_us)
{
    uint64_t looked = atomic_load(&page->looked_us);
    if (looked > leash_us)
        leash_us = looked;
    if (now_us < leash_us + PACE_LEAD_US) {
        waits_since_us = 0;
        return 0;
    }
    if (waits_since_us == 0)
        waits_since_us = real_us();
    if (real_us() - waits_since_us < PATIENCE_US)
        return ASK_US;
    leash_us = now_us;
    waits_since_us = 0;
    return 0;
}

uint64_t pace_wait(uint64_t now_us)
{
    return factor > 0 ? wait_for_clock(now_us) : wait_for_host(now_us);
}
