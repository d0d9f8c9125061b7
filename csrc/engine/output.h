/* The calls of `printf` of a launch, as pyptx/sim/printing.py: a buffer of bounded size that keeps the newest ones. */
#ifndef PYPTX_ENGINE_OUTPUT_H
#define PYPTX_ENGINE_OUTPUT_H

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "abi.h"

namespace pyptx {

class Output {
  public:
    std::deque<std::string> calls; /* each is the format, a zero, the words of its arguments, and strings */
    int64_t dropped = 0;

    /* A letter for each argument of a format, which Python reads: 4 or 8 for its bytes, s for a string. */
    const std::string &kinds_of(const std::string &form) {
        const std::lock_guard<std::mutex> guard(lock);
        const auto known = kinds.find(form);
        return known != kinds.end() ? known->second : kinds[form] = parse(context, form);
    }
    /* Store the calls of lanes; returns how many older ones they replace. */
    int64_t add(std::vector<std::string> &&made) {
        const std::lock_guard<std::mutex> guard(lock);
        const int64_t before = dropped;
        for (std::string &call : made) {
            bytes += call.size();
            calls.push_back(std::move(call));
        }
        for (; bytes > PRINT_BYTES; ++dropped) {
            bytes -= calls.front().size();
            calls.pop_front();
        }
        return dropped - before;
    }

    std::string (*parse)(void *context, const std::string &form);
    void *context;

  private:
    std::mutex lock;
    std::map<std::string, std::string> kinds;
    size_t bytes = 0;
};

} // namespace pyptx
#endif
