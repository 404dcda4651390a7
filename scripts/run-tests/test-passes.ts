/**
 * Who runs when: tests of no engine first, then a pass for each engine, since an engine is chosen
 * for a whole process by its environment.
 */
import type { EngineName } from '../../test/support/engine-names.js'
import type { TestFile } from './test-files.js'

export interface TestPass {
  /** Undefined for tests that have to do with no engine, or choose several themselves. */
  readonly engine: EngineName | undefined
  readonly files: readonly TestFile[]
}

export function passesOf(
  files: readonly TestFile[],
  engines: readonly EngineName[],
): readonly TestPass[] {
  const apart = { engine: undefined, files: files.filter((file) => file.engines.length === 0) }
  const passes = engines.map((engine) => ({
    engine,
    files: files.filter((file) => file.engines.includes(engine)),
  }))
  return [apart, ...passes].filter((pass) => pass.files.length > 0)
}
