/* Constants that stay in the chip's flash instead of filling its RAM. Elsewhere they are ordinary ones. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#define FLASH __flash
#else
#define FLASH
#endif

/* A string literal in flash. */
#define IN_FLASH(literal)                          \
    (__extension__({                               \
        static const FLASH char text_[] = literal; \
        &text_[0];                                 \
    }))

#endif
