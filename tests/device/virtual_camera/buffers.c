/* Stand-ins for the kernel's shared picture buffers (/dev/udmabuf, /dev/dma_heap), made of plain memory files.
 * Loaded with LD_PRELOAD where the kernel offers neither, so that libcamera's virtual camera can run.
 * Everything goes by raw system calls: looking functions up lazily would deadlock while libcamera loads. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_FILES = 65536 };
static unsigned char stands_in[MOST_FILES];

static int ours(const char *path) {
    return path && (strcmp(path, "/dev/udmabuf") == 0 || strncmp(path, "/dev/dma_heap/", 14) == 0);
}

static int ours_open(int fd) { return fd >= 0 && fd < MOST_FILES && stands_in[fd]; }

static int open_stand_in(void) {
    int fd = memfd_create("picture-buffers", MFD_CLOEXEC);
    if (fd >= 0 && fd < MOST_FILES)
        stands_in[fd] = 1;
    return fd;
}

static int open_any(int folder, const char *path, int flags, va_list rest) {
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
    return ours(path) ? open_stand_in() : (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        int fd = open_any(AT_FDCWD, path, flags, rest);                                                                \
        va_end(rest);                                                                                                  \
        return fd;                                                                                                     \
    }
#define OPENS_AT(name)                                                                                                 \
    int name(int folder, const char *path, int flags, ...) {                                                           \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        int fd = open_any(folder, path, flags, rest);                                                                  \
        va_end(rest);                                                                                                  \
        return fd;                                                                                                     \
    }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int close(int fd) {
    if (fd >= 0 && fd < MOST_FILES)
        stands_in[fd] = 0;
    return (int)syscall(SYS_close, fd);
}

int access(const char *path, int mode) { return ours(path) ? 0 : (int)syscall(SYS_faccessat, AT_FDCWD, path, mode); }

static int answer(unsigned request, void *argument) {
    if (request == (unsigned)UDMABUF_CREATE)
        return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 3);
    if (request == (unsigned)DMA_HEAP_IOCTL_ALLOC) {
        struct dma_heap_allocation_data *wish = argument;
        int fd = memfd_create("picture", MFD_CLOEXEC);
        if (fd < 0)
            return -1;
        if (ftruncate(fd, (off_t)wish->len)) {
            close(fd);
            return -1;
        }
        wish->fd = (unsigned)fd;
        return 0;
    }
    errno = ENOTTY;
    return -1;
}

int ioctl(int fd, unsigned long wide_request, ...) {
    va_list rest;
    va_start(rest, wide_request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    unsigned request = (unsigned)wide_request;
    if (ours_open(fd))
        return answer(request, argument);
    int result = (int)syscall(SYS_ioctl, fd, wide_request, argument);
    int about_buffers = request == (unsigned)DMA_BUF_IOCTL_SYNC || request == (unsigned)DMA_BUF_SET_NAME_A ||
                        request == (unsigned)DMA_BUF_SET_NAME_B;
    /* Plain memory needs no syncing between processor and camera. */
    return result < 0 && about_buffers && (errno == ENOTTY || errno == EINVAL) ? 0 : result;
}
