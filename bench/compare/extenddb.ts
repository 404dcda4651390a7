/**
 * ExtendDB, in Rust on SQLite: its program for development, which checks signatures with the keys of
 * AWS's own examples. Its database is a file in a folder that is in memory, if there is one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../../test/differential/peers/install.js'
import { startPeerProcess, type PeerProcess } from '../../test/differential/peers/peer-process.js'
import { freePort } from '../../test/support/postgres/node.js'

export const extenddbCredentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

const memoryFolder = '/dev/shm'

export async function startExtenddb(folder: string): Promise<PeerProcess> {
  const { platform, arch } = process
  const program = join(
    installPackage(folder, `@extenddb/${platform}-${arch}`, '0.1.10'),
    'extenddb',
  )
  const home = await mkdtemp(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), 'extenddb-'))
  // Where it writes certificates and process ids.
  const env = { HOME: home, EXTENDDB__LOGGING__LEVEL: 'error' }
  const remove = (): Promise<void> => rm(home, { recursive: true, force: true })
  try {
    const config = initialise(program, home, env)
    const port = await freePort()
    const command = [program, 'serve', '--config', config, '--port', String(port)] as const
    const credentials = { ...extenddbCredentials, region: 'us-east-1' }
    const peer = await startPeerProcess([...command, '--foreground'], port, { env, credentials })
    return { ...peer, stop: () => peer.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

function initialise(program: string, home: string, env: Readonly<Record<string, string>>): string {
  const config = join(home, 'extenddb.toml')
  const places = ['--sqlite-path', join(home, 'extenddb.sqlite'), '--config', config]
  const { status, error } = spawnSync(program, ['init', '--bind-addr', '127.0.0.1', ...places], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  if (status !== 0) throw new Error(`extenddb init failed: ${error?.message ?? `exit ${status}`}`)
  return config
}
