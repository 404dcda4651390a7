/**
 * A disk that cannot flush: a library that is loaded into a process before the C library. Flushes, and writes that
 * flush, fail as long as a file, the switch, exists. What was written is there all the same.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailingMetaWrites } from './failing-meta-writes.js'

const source = `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <errno.h>
  #include <fcntl.h>
  #include <stdlib.h>
  #include <unistd.h>
  static int fails(void) {
    const char *path = getenv("FAILING_SYNCS");
    if (!path || access(path, F_OK) != 0) return 0;
    errno = EIO;
    return 1;
  }
  int fdatasync(int fd) {
    return fails() ? -1 : ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd);
  }
  ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    ssize_t done = ((ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64"))(fd, bytes, count, at);
    return fcntl(fd, F_GETFL) & O_DSYNC && fails() ? -1 : done;
  }`

/** Undefined where there is no C compiler. */
export function failingSyncs(folder: string): FailingMetaWrites | undefined {
  const [code, library] = [join(folder, 'failing.c'), join(folder, 'failing.so')]
  const switchPath = join(folder, 'failing')
  writeFileSync(code, source)
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, code, '-ldl'])
  if (status !== 0 || process.platform !== 'linux') return undefined
  return { env: { LD_PRELOAD: library, FAILING_SYNCS: switchPath }, switchPath }
}
