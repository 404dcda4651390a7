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

/** Does nothing if whoever started Node has decided about it. */
export function boundHeapGrowth(): void {
  if (!isGrowthGiven(process.execArgv)) setFlagsFromString(`${flag}=${heapGrowthPercent}`)
}

/** V8 reads underscores as hyphens. Node does not accept the flag in NODE_OPTIONS. */
export function isGrowthGiven(nodeFlags: readonly string[]): boolean {
  return nodeFlags.some((given) => given.replaceAll('_', '-').startsWith(flag))
}
