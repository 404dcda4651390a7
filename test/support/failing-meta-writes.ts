/**
 * A disk that fails when LMDB writes a meta page, the last write of a commit: a library that is loaded into a
 * process before the C library. It fails those writes once a file, the switch, exists.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** LMDB writes whole pages of 8 KB, except for the part of a meta page that changes; a log has blocks of 4 KB. */
const source = `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <errno.h>
  #include <stdlib.h>
  #include <sys/types.h>
  #include <unistd.h>
  typedef ssize_t (*write_at)(int, const void *, size_t, off_t);
  static int fails(off_t at) {
    const char *path = getenv("FAILING_META_WRITES");
    return at < 2 * 8192 && at % 4096 != 0 && path && access(path, F_OK) == 0;
  }
  static ssize_t write_or_fail(const char *name, int fd, const void *bytes, size_t count, off_t at) {
    if (fails(at)) { errno = EIO; return -1; }
    return ((write_at)dlsym(RTLD_NEXT, name))(fd, bytes, count, at);
  }
  ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    return write_or_fail("pwrite", fd, bytes, count, at);
  }
  ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
    return write_or_fail("pwrite64", fd, bytes, count, at);
  }`

export interface FailingMetaWrites {
  /** For the environment of the process. */
  readonly env: Readonly<Record<string, string>>
  /** The file that makes the writes fail once it exists. */
  readonly switchPath: string
}

/** Undefined where there is no C compiler. */
export function failingMetaWrites(folder: string): FailingMetaWrites | undefined {
  const [code, library, switchPath] = ['shim.c', 'shim.so', 'switch'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(code, source)
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, code, '-ldl'])
  if (status !== 0 || process.platform !== 'linux') return undefined
  return { env: { LD_PRELOAD: library, FAILING_META_WRITES: switchPath }, switchPath }
}
