/* Runs the core's tests: all, or those named; `--list` names them. */
#include "check.h"
#include "fakes.h"

#define MOST 200

static struct {
    const char *name;
    void (*test)(void);
} tests[MOST];
static int count;

void test_add(const char *name, void (*test)(void))
{
    if (count == MOST)
        abort();
    tests[count].name = name;
    tests[count++].test = test;
}

static int is_wanted(const char *name, int words, char **wanted)
{
    for (int word = 1; word < words; word++)
        if (!strcmp(wanted[word], name))
            return 1;
    return words == 1;
}

int main(int words, char **wanted)
{
    const int list = words == 2 && !strcmp(wanted[1], "--list");
    int run = 0;
    for (int test = 0; test < count; test++) {
        if (list) {
            puts(tests[test].name);
        } else if (is_wanted(tests[test].name, words, wanted)) {
            fprintf(stderr, "%s\n", tests[test].name);
            fakes_reset();
            tests[test].test();
            run++;
        }
    }
    return !list && run == 0;
}
