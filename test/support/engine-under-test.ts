/**
 * The engine that this test process is about: GRAMME_TEST_ENGINE, or memory.
 *
 * The runner runs every test file that imports this, by whatever way, once for each engine.
 */
export const engineNames = ['memory', 'lmdb', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

export const engineVariable = 'GRAMME_TEST_ENGINE'

export const engineUnderTest: EngineName = requireEngineName(
  process.env[engineVariable] ?? engineNames[0],
)

export function requireEngineName(name: string): EngineName {
  const found = engineNames.find((one) => one === name)
  if (found === undefined) {
    throw new Error(`There is no engine '${name}', only ${engineNames.join(', ')}.`)
  }
  return found
}
