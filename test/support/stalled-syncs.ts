/**
 * A disk that stalls: a library that is loaded into a process before the C library. Whatever flushes waits for as
 * long as a file, the switch, exists.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailingMetaWrites } from './failing-meta-writes.js'

const source = `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <fcntl.h>
  #include <stdlib.h>
  #include <sys/types.h>
  #include <unistd.h>
  static void stall(void) {
    const char *path = getenv("STALLED_SYNCS");
    while (path && access(path, F_OK) == 0) usleep(1000);
  }
  int fdatasync(int fd) { stall(); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd); }
  ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    if (fcntl(fd, F_GETFL) & O_DSYNC) stall();
    return ((ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64"))(fd, bytes, count, at);
  }
  int fsync(int fd) { stall(); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd); }
  int msync(void *at, size_t count, int flags) {
    stall();
    return ((int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "msync"))(at, count, flags);
  }`

/** Undefined where there is no C compiler. */
export function stalledSyncs(folder: string): FailingMetaWrites | undefined {
  const [code, library] = [join(folder, 'stall.c'), join(folder, 'stall.so')]
  const switchPath = join(folder, 'stalled')
  writeFileSync(code, source)
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, code, '-ldl'])
  if (status !== 0 || process.platform !== 'linux') return undefined
  return { env: { LD_PRELOAD: library, STALLED_SYNCS: switchPath }, switchPath }
}
