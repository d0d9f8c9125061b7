/* The part of XLA's typed FFI, versions 0.1 to 0.x, that a handler reads: the frame of a call, and its functions.
 * Unused fields only keep the layout. */
#ifndef PYPTX_XLA_FFI_H
#define PYPTX_XLA_FFI_H

#include <stddef.h>
#include <stdint.h>

typedef struct XlaError XlaError; /* NULL is success */

typedef struct XlaExtension {
    size_t size;
    int type;
    struct XlaExtension *next;
} XlaExtension;

enum { XLA_EXTENSION_METADATA = 1 };

typedef struct {
    size_t size;
    XlaExtension *extensions;
    int major;
    int minor;
} XlaVersion;

typedef struct {
    size_t size;
    XlaVersion version;
    uint32_t traits;
    int64_t state_type;
} XlaMetadata;

typedef struct {
    XlaExtension base;
    XlaMetadata *metadata;
} XlaMetadataExtension;

enum { XLA_COMMAND_BUFFER_COMPATIBLE = 1 };

typedef struct {
    size_t size;
    XlaExtension *extensions;
    const char *message;
    int code;
} XlaErrorCreate;

enum { XLA_INVALID_ARGUMENT = 3, XLA_INTERNAL = 13 };

typedef struct {
    size_t size;
    XlaExtension *extensions;
    void *context;
    void *stream;
} XlaStreamGet;

typedef struct {
    size_t size;
    XlaExtension *extensions;
    XlaVersion version;
    const void *internal;
    XlaError *(*error_create)(XlaErrorCreate *args);
    void *error_get_message;
    void *error_destroy;
    void *handler_register;
    XlaError *(*stream_get)(XlaStreamGet *args);
} XlaApi;

typedef struct {
    size_t size;
    XlaExtension *extensions;
    int type;
    void *data;
    int64_t rank;
    int64_t *dims;
} XlaBuffer;

typedef struct {
    size_t size;
    XlaExtension *extensions;
    int64_t count;
    int *types;
    XlaBuffer **buffers;
} XlaBuffers;

typedef struct {
    const char *text;
    size_t length;
} XlaText;

typedef struct {
    int type;
    void *value;
} XlaScalar;

enum { XLA_ATTRIBUTE_SCALAR = 3, XLA_ATTRIBUTE_TEXT = 4, XLA_S64 = 5 };

typedef struct {
    size_t size;
    XlaExtension *extensions;
    int64_t count;
    int *types;
    XlaText **names;
    void **values;
} XlaAttributes;

enum { XLA_INITIALIZE = 2, XLA_EXECUTE = 3 };

typedef struct {
    size_t size;
    XlaExtension *extensions;
    const XlaApi *api;
    void *context;
    int stage;
    XlaBuffers inputs;
    XlaBuffers outputs;
    XlaAttributes attributes;
} XlaFrame;

#endif
