/* A test is a function with a sentence for a name; one CHECK that fails ends it, and the program. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void test_add(const char *name, void (*test)(void));

#define TEST(name)                                            \
    static void name(void);                                   \
    __attribute__((constructor)) static void add_##name(void) \
    {                                                         \
        test_add(#name, name);                                \
    }                                                         \
    static void name(void)

#define CHECK(holds)                                                    \
    do {                                                                \
        if (!(holds)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds); \
            exit(1);                                                    \
        }                                                               \
    } while (0)

#define CHECK_EQUAL(found, expected)                                                                         \
    do {                                                                                                     \
        const long long found_ = (long long)(found), expected_ = (long long)(expected);                      \
        if (found_ != expected_) {                                                                           \
            fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #found, found_, expected_); \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

#define CHECK_TEXT(found, expected)                                                                      \
    do {                                                                                                 \
        if (strcmp(found, expected)) {                                                                   \
            fprintf(stderr, "%s:%d: %s is\n%s\nnot\n%s\n", __FILE__, __LINE__, #found, found, expected); \
            exit(1);                                                                                     \
        }                                                                                                \
    } while (0)

#endif
