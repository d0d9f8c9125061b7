/* The builds of the handlers, one for each level of the instruction set. */
#ifndef PYPTX_ENGINE_LEVELS_H
#define PYPTX_ENGINE_LEVELS_H

#include "races.h"

namespace pyptx {

struct Level {
    const char *name;
    const HandlerTable *tables[21];
    const Units *units;
    const Tick *ticks[3];
    Outcome (*run_warp)(Warp &);
    Handler (*race_hook)(RaceEvent);

    const Entry *entry(size_t number) const {
        for (const HandlerTable *table : tables) {
            if (number < table->count) return table->entries + number;
            number -= table->count;
        }
        return nullptr;
    }
};

/* The best level that this machine has. */
const Level &level();

} // namespace pyptx
#endif
