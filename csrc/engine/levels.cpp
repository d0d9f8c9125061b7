/* The choice among the builds of the handlers when the engine is first used. */
#include "levels.h"

#ifdef PYPTX_X86_LEVELS
#include <cpuid.h>
#endif

namespace pyptx {

#ifdef PYPTX_X86_LEVELS
/* Whether the processor converts halves; not all compilers have a name for that. */
static bool converts_halves() {
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}
#endif

/* The tables of one level of the instruction set, and the one for all levels. */
/* clang-format off */
#define DECLARE_LEVEL(NAME) \
    extern const HandlerTable arithmetic_##NAME, conversions_##NAME, accesses_##NAME, control_##NAME, matrix_##NAME, \
        asynchrony_##NAME, wgmma_##NAME, fragments_##NAME, tensor_##NAME, exchanges_##NAME, register_checks_##NAME, \
        shadow_access_##NAME, shadow_compute_##NAME, shadow_matrix_##NAME, shadow_moves_##NAME, shadow_tensor_##NAME; \
    extern const Units units_##NAME; \
    Handler race_hook_##NAME(RaceEvent); \
    extern const Tick tick_copies_##NAME, tick_wgmma_##NAME, tick_tensor_##NAME; \
    Outcome run_warp_##NAME(Warp &);
/* clang-format on */
extern const HandlerTable cold_arithmetic, cold_conversions, tensor_allocation, calls, ranges;
DECLARE_LEVEL(base)
#ifdef PYPTX_X86_LEVELS
DECLARE_LEVEL(avx2)
DECLARE_LEVEL(avx512)
#endif

const Level &level() {
/* clang-format off */
#define LEVEL_OF(NAME) \
    {#NAME, {&arithmetic_##NAME, &conversions_##NAME, &accesses_##NAME, &control_##NAME, &matrix_##NAME, &asynchrony_##NAME, \
             &wgmma_##NAME, &fragments_##NAME, &tensor_##NAME, &exchanges_##NAME, &register_checks_##NAME, \
             &shadow_access_##NAME, &shadow_compute_##NAME, &shadow_matrix_##NAME, &shadow_moves_##NAME, &shadow_tensor_##NAME, &cold_arithmetic, &cold_conversions, \
             &tensor_allocation, &calls, &ranges}, &units_##NAME, \
     {&tick_copies_##NAME, &tick_wgmma_##NAME, &tick_tensor_##NAME}, run_warp_##NAME, race_hook_##NAME}
/* clang-format on */
#ifdef PYPTX_X86_LEVELS
    static const Level avx2 = LEVEL_OF(avx2), avx512 = LEVEL_OF(avx512);
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt") &&
        converts_halves()) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            return avx512;
        return avx2;
    }
#endif
    static const Level base = LEVEL_OF(base);
    return base;
}

} // namespace pyptx
