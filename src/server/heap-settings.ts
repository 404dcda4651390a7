/**
 * How V8 keeps the heap of a server.
 *
 * By itself it lets the old objects grow to up to four times what is alive before it looks for garbage among them,
 * and that is most of what a server under load has in memory. And once most objects of one place in the program have
 * outlived a collection, it makes all later ones of that place old from the start. Under load that becomes true of
 * what Queries read, and from then on it is garbage that only a collection of the whole heap frees.
 *
 * The settings are the process's own, so only programs that are servers call this. A program that contains a server
 * decides for itself.
 */
import { setFlagsFromString } from 'node:v8'
import { heapGrowthPercent } from './limits.js'

const settings = [
  { name: 'heap-growing-percent', flag: `--heap-growing-percent=${heapGrowthPercent}` },
  { name: 'allocation-site-pretenuring', flag: '--no-allocation-site-pretenuring' },
] as const

export type HeapSettingName = (typeof settings)[number]['name']

/** Leaves alone what whoever started Node has decided. */
export function settleHeap(): void {
  for (const { name, flag } of settings) {
    if (!isGiven(name, process.execArgv)) setFlagsFromString(flag)
  }
}

/** V8 reads underscores as hyphens, and `no` in front with or without one. Node does not accept these in NODE_OPTIONS. */
export function isGiven(name: HeapSettingName, nodeFlags: readonly string[]): boolean {
  const given = nodeFlags.map((flag) => flag.replaceAll('_', '-').replace(/^--(no-?)?/, ''))
  return given.some((flag) => flag.split('=')[0] === name)
}
