/** What goes wrong with a real server and its disk while clients use it. */
import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { below, type Chance } from '../../../support/chance.js'
import { failingMetaWrites } from '../../../support/failing-meta-writes.js'
import { childrenOf } from '../../../support/processes.js'
import { stalledSyncs } from '../../../support/stalled-syncs.js'
import { until } from '../../../support/until.js'
import type { ServerProcess } from '../../../crash/server-process.js'

export interface RealFault {
  /** Options of the server, beside those of all. */
  readonly options?: readonly string[]
  /** How many outcomes may be unknown to a client before it stops; one if most of its calls are answered. */
  readonly unknownMax?: number
  /** For the server's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Happens while clients are busy. Returns what it leaves of the server. */
  strike(server: ServerProcess, chance: Chance): Promise<'runs' | 'gone'>
  /** What it changed outside the server is as before. */
  undo?(): Promise<void>
}

const diskMegabytes = 64
const workers = 2

/** Undefined where it cannot be made. */
export type MakeFault = (folder: string) => RealFault | undefined

export const realFaults: Readonly<Record<string, MakeFault>> = {
  'a kill': () => ({
    async strike(server, chance) {
      await pause(below(chance, 60))
      await server.kill()
      return 'gone'
    },
  }),

  'a killed worker': () => ({
    options: ['--workers', String(workers)],
    unknownMax: 1,
    async strike({ pid }, chance) {
      const before = await wholeTeam(pid)
      await pause(below(chance, 60))
      process.kill(before[below(chance, workers)]!, 'SIGKILL')
      // What it had sent is committed or dropped by the time it is replaced.
      await wholeTeam(pid, before)
      return 'runs'
    },
  }),

  'a full disk': (folder) => {
    const options = ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]
    if (spawnSync('mount', options).status !== 0) return undefined
    const other = join(folder, 'other')
    return {
      async strike(_server, chance) {
        await writeFile(other, Buffer.alloc(diskMegabytes * 1024 * 1024)).catch(() => undefined)
        await pause(50 + below(chance, 300))
        await rm(other, { force: true })
        return 'runs'
      },
      async undo() {
        spawnSync('umount', ['--lazy', folder])
      },
    }
  },

  'a flush that fails for good': (folder) => {
    const disk = failingMetaWrites(folder)
    return (
      disk && {
        env: disk.env,
        async strike(server, chance) {
          await pause(below(chance, 60))
          await writeFile(disk.switchPath, '')
          await server.exited()
          await rm(disk.switchPath)
          return 'gone'
        },
      }
    )
  },

  'a disk that stalls': (folder) => {
    const disk = stalledSyncs(folder)
    return (
      disk && {
        env: disk.env,
        async strike(server, chance) {
          await writeFile(disk.switchPath, '')
          await pause(50 + below(chance, 400))
          await rm(disk.switchPath)
          if (chance() < 0.5) return 'runs'
          await server.kill()
          return 'gone'
        },
      }
    )
  },
}

/** The workers of a server, once there are all of them and they are not those from before. */
async function wholeTeam(pid: number, before: readonly number[] = []): Promise<readonly number[]> {
  let found: readonly number[] = []
  const isWhole = (): boolean =>
    found.length === workers &&
    (before.length === 0 || found.some((each) => !before.includes(each)))
  await until(
    () => {
      found = childrenOf(pid)
      return isWhole()
    },
    () => `the workers are ${found.join(', ')}`,
  )
  return found
}
