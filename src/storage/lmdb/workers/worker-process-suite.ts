/** Owners and workers in processes of their own, joined by a socket, for tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Engine } from '../../engine.js'
import { programOutcome, type ProgramOutcome } from '../child-process-suite.js'
import type { LmdbOwner } from './lmdb-owner.js'
import { openWorkerEngine } from './worker-engine.js'

/** The descriptor of the socket in the process that is started. */
const channelFd = 3

const prelude = (dataDir: string) => `
  import { Socket } from 'node:net'
  import { openLmdbOwner } from ${JSON.stringify(import.meta.resolve('./lmdb-owner.js'))}
  import { openWorkerEngine } from ${JSON.stringify(import.meta.resolve('./worker-engine.js'))}
  const dataDir = ${JSON.stringify(dataDir)}
  const channel = new Socket({ fd: ${channelFd} })
`

function startProcess(dataDir: string, program: string, wrapper: readonly string[] = []) {
  const node = [process.execPath, '--input-type=module', '--eval', prelude(dataDir) + program]
  const [command, ...parameters] = [...wrapper, ...node]
  return spawn(command!, parameters, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
}

function channelOf(child: ChildProcess): Duplex {
  return child.stdio[channelFd] as Duplex
}

export interface OwnedElsewhere {
  readonly engine: Engine
  readonly owner: ChildProcess
  readonly ended: Promise<ProgramOutcome>
}

/** A worker in this process, whose owner is in another one and ends with it. */
export async function openOwnedElsewhere(dataDir: string): Promise<OwnedElsewhere> {
  const owner = startProcess(
    dataDir,
    `const owner = await openLmdbOwner({ dataDir, durability: 'relaxed' })
     owner.desk.attach(channel, 1)
     channel.on('close', () => void owner.close())`,
  )
  const ended = programOutcome(owner)
  const engine = await openWorkerEngine({ dataDir, channel: channelOf(owner) })
  return { engine, owner, ended }
}

export interface WorkerProcess {
  readonly child: ChildProcess
  readonly ended: Promise<ProgramOutcome>
  kill(): Promise<void>
}

let workers = 100_000

/** A process that has `engine`, a worker of the owner in this process, and exits if it loses that. */
export function startWorker(
  owner: LmdbOwner,
  dataDir: string,
  program: string,
  wrapper?: readonly string[],
): WorkerProcess {
  const opening = `
    const engine = await openWorkerEngine({ dataDir, channel, onLost: () => process.exit(7) })
    `
  const child = startProcess(dataDir, opening + program, wrapper)
  const ended = programOutcome(child)
  const kill = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  owner.desk.attach(channelOf(child), ++workers, kill)
  return { child, ended, kill }
}
