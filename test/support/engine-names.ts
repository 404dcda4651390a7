/** The engines, and the variable that selects one for a test process. */
export const engineNames = ['memory', 'lmdb', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

export const engineVariable = 'GRAMME_TEST_ENGINE'

export function requireEngineName(name: string): EngineName {
  const found = engineNames.find((one) => one === name)
  if (found === undefined) {
    throw new Error(`There is no engine '${name}', only ${engineNames.join(', ')}.`)
  }
  return found
}
