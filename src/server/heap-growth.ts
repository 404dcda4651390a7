/**
 * How much garbage V8 may keep. By itself it lets the old objects grow to up to four times what is alive before it
 * looks for garbage among them, and that is most of what a server under load has in memory.
 *
 * The setting is the process's own, so only programs that are servers call this. A program that contains a server
 * decides for itself.
 */
import { setFlagsFromString } from 'node:v8'
import { heapGrowthPercent } from './limits.js'

const flag = '--heap-growing-percent'

export function boundHeapGrowth(): void {
  const { execArgv, env } = process
  if (!isGrowthGiven([...execArgv, env['NODE_OPTIONS'] ?? '']))
    setFlagsFromString(`${flag}=${heapGrowthPercent}`)
}

/** Whether whoever started Node has decided about it. */
export function isGrowthGiven(given: readonly string[]): boolean {
  return given.some((text) => /--heap[-_]growing[-_]percent/.test(text))
}
