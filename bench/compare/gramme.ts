/** Gramme as users run it: the bundle, with its default options except where a name says so. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { addUser, rootKey } from '../security/add-user.js'
import type { Contender } from './contender.js'

/** Seen from `dist/bench/compare/`. */
const program = fileURLToPath(new URL('../../bundle/main.cjs', import.meta.url))

export type Start = (folder: string) => Promise<Contender>

interface Kind {
  readonly id: string
  readonly name: string
  readonly args: (folder: string) => readonly string[]
  /** Takes part only if it is named. */
  readonly isExtra?: boolean
}

const onDisk = (folder: string, id: string): readonly string[] => ['--data-dir', join(folder, id)]

const kinds: readonly Kind[] = [
  { id: 'lmdb', name: 'Gramme, durable', args: (folder) => onDisk(folder, 'lmdb') },
  { id: 'memory', name: 'Gramme, in memory', args: () => ['--in-memory'] },
  {
    id: 'workers',
    name: 'Gramme, durable, 2 workers',
    args: (folder) => ['--workers', '2', ...onDisk(folder, 'workers')],
  },
  {
    id: 'in-place',
    name: 'Gramme, durable, no sending thread',
    args: (folder) => ['--no-sending-thread', ...onDisk(folder, 'in-place')],
    isExtra: true,
  },
]

export const ownIds: readonly string[] = kinds.map(({ id }) => id)
export const extraIds = kinds.filter(({ isExtra }) => isExtra === true).map(({ id }) => id)

/** Undefined if this build does not have the option it needs. */
export function startOf(id: string): Start | undefined {
  const kind = kinds.find((one) => one.id === id)
  if (kind === undefined || (id === 'workers' && !hasWorkers())) return undefined
  return async (folder) => {
    const server = await startServerProcess({ args: kind.args(folder), program })
    return contender(kind.id, kind.name, server)
  }
}

function hasWorkers(): boolean {
  const { stdout } = spawnSync(process.execPath, [program, 'start', '--help'], { encoding: 'utf8' })
  return stdout.includes('--workers ')
}

const policy = {
  Version: '2012-10-17',
  Statement: { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' },
}

/** In IAM mode: every request's signature is checked, and a policy of its user is evaluated. */
export async function startInIamMode(folder: string): Promise<Contender> {
  const env = {
    GRAMME_ROOT_ACCESS_KEY_ID: rootKey.accessKeyId,
    GRAMME_ROOT_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
  }
  const args = ['--auth', 'iam', ...onDisk(folder, 'iam')]
  const server = await startServerProcess({ args, env, program })
  const credentials = await addUser(server.url, 'bench', policy)
  return { ...contender('iam', 'Gramme, durable, SigV4 checked', server), credentials }
}

function contender(id: string, name: string, server: ServerProcess): Contender {
  const { url, pid } = server
  return { id, name, isPeer: false, url, pid, lacks: [], stop: () => server.stop() }
}
