/**
 * A disk that cannot flush: a library that is loaded into a process before the C library. Flushes fail as long as a
 * file, the switch, exists.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailingMetaWrites } from './failing-meta-writes.js'

const source = `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <errno.h>
  #include <stdlib.h>
  #include <unistd.h>
  int fdatasync(int fd) {
    const char *path = getenv("FAILING_SYNCS");
    if (path && access(path, F_OK) == 0) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd);
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
