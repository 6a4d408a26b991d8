/* A disk that forgets and fails, put before the C library with LD_PRELOAD.
 *
 * Below the folder DISK_ROOT it keeps what a power cut would leave: at each sync of a file its content, and at each sync
 * of a folder its names, go into DISK_SYNCED (content/INODE, and names/PATH with '!' for '/', holding the inode). A
 * file's own sync keeps its name too, as ext4, xfs and btrfs do.
 *
 * DISK_FAIL_AT=N makes the Nth write, truncation or sync below DISK_ROOT fail, and DISK_FAIL_FOR of them in all, with
 * the error number DISK_FAIL_WITH; a write fails half done if it is longer than 512 bytes.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls, names_made;

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int real_pwrite_all(int fd, const char *data, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    while (size) {
        ssize_t done = real(fd, data, size);
        if (done <= 0) return -1;
        data += done, size -= done;
    }
    return 0;
}

/* The path of fd below DISK_ROOT, without the root and its slash; or nothing. */
static const char *below(int fd, char *path) {
    char link[64];
    const char *root = getenv("DISK_ROOT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = root ? readlink(link, path, PATH_MAX - 1) : -1;
    if (size <= 0) return NULL;
    path[size] = 0;
    size_t length = strlen(root);
    return strncmp(path, root, length) || path[length] != '/' ? NULL : path + length + 1;
}

static int fails(int fd) {
    char path[PATH_MAX];
    const char *at = getenv("DISK_FAIL_AT");
    if (!at || !below(fd, path)) return 0;
    long number = atomic_fetch_add(&calls, 1) + 1, first = atol(at);
    if (number < first || number >= first + atol(getenv("DISK_FAIL_FOR"))) return 0;
    errno = atoi(getenv("DISK_FAIL_WITH"));
    return 1;
}

static void put(const char *kind, const char *name, int from, const char *text) {
    char target[PATH_MAX * 2], fresh[PATH_MAX * 2], block[65536];
    const char *kept = getenv("DISK_SYNCED");
    snprintf(target, sizeof target, "%s/%s/%s", kept, kind, name);
    snprintf(fresh, sizeof fresh, "%s/fresh/%d-%ld", kept, getpid(), atomic_fetch_add(&names_made, 1));
    int to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (to < 0) abort();
    if (text && real_pwrite_all(to, text, strlen(text))) abort();
    for (off_t at = 0; from >= 0;) {
        ssize_t size = pread(from, block, sizeof block, at);
        if (size <= 0) break;
        if (real_pwrite_all(to, block, size)) abort();
        at += size;
    }
    close(to);
    if (rename(fresh, target)) abort();
}

static void put_name(const char *path, ino_t inode) {
    char name[PATH_MAX], number[32];
    snprintf(name, sizeof name, "%s", path);
    for (char *each = name; *each; each++) if (*each == '/') *each = '!';
    snprintf(number, sizeof number, "%lu", (unsigned long)inode);
    put("names", name, -1, number);
}

static void put_folder(const char *folder, const char *path) {
    char name[PATH_MAX * 2];
    struct dirent *each;
    struct stat found;
    DIR *names = opendir(folder);
    while (names && (each = readdir(names))) {
        snprintf(name, sizeof name, "%s/%s", folder, each->d_name);
        if (stat(name, &found) || !S_ISREG(found.st_mode)) continue;
        snprintf(name, sizeof name, "%s/%s", path, each->d_name);
        put_name(name, found.st_ino);
    }
    if (names) closedir(names);
    /* Names that are gone. */
    char kept[PATH_MAX], live[PATH_MAX * 2], flat[PATH_MAX];
    snprintf(flat, sizeof flat, "%s!", path);
    for (char *one = flat; *one; one++) if (*one == '/') *one = '!';
    snprintf(kept, sizeof kept, "%s/names", getenv("DISK_SYNCED"));
    DIR *held = opendir(kept);
    while (held && (each = readdir(held))) {
        size_t length = strlen(flat);
        if (strncmp(each->d_name, flat, length) || strchr(each->d_name + length, '!')) continue;
        snprintf(live, sizeof live, "%s/%s", folder, each->d_name + length);
        if (access(live, F_OK)) unlinkat(dirfd(held), each->d_name, 0);
    }
    if (held) closedir(held);
}

static void keep(int fd) {
    char path[PATH_MAX], full[PATH_MAX], inode[32];
    struct stat found;
    const char *name = getenv("DISK_SYNCED") ? below(fd, path) : NULL;
    if (!name || fstat(fd, &found)) return;
    if (S_ISDIR(found.st_mode)) {
        put_folder(path, name);
        return;
    }
    snprintf(full, sizeof full, "/proc/self/fd/%d", fd);
    int again = open(full, O_RDONLY | O_CLOEXEC);
    if (again < 0) return;
    snprintf(inode, sizeof inode, "%lu", (unsigned long)found.st_ino);
    put("content", inode, again, NULL);
    close(again);
    if (found.st_nlink) put_name(name, found.st_ino);
}

int fsync(int fd) {
    REAL(fsync);
    if (fails(fd)) return -1;
    int done = real(fd);
    if (!done) keep(fd);
    return done;
}

int fdatasync(int fd) {
    REAL(fdatasync);
    if (fails(fd)) return -1;
    int done = real(fd);
    if (!done) keep(fd);
    return done;
}

#define WRITING(name, offset_type) \
    ssize_t name(int fd, const void *data, size_t size, offset_type at) { \
        REAL(name); \
        if (!fails(fd)) return real(fd, data, size, at); \
        int number = errno; \
        if (size > 512) real(fd, data, size / 1024 * 512, at); \
        errno = number; \
        return -1; \
    }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    return fails(fd) ? -1 : real(fd, data, size);
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    return fails(fd) ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    return fails(fd) ? -1 : real(fd, size);
}
