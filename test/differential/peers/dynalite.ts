/** dynalite, in JavaScript, by observation of AWS up to about 2020. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { judgedOfDynalite } from '../judged/dynalite.js'
import { avoidedByAll, newerThanPeers, wordsSince2026 } from '../judged/shared.js'
import { installPackage } from './install.js'
import type { Peer, RunningPeer } from './peer.js'

type Dynalite = (options: Readonly<Record<string, number>>) => Server

export const dynalite: Peer = {
  name: 'dynalite',
  start,
  lacks: ['ExecuteStatement', 'TransactGetItems', 'TransactWriteItems', 'UpdateTimeToLive'],
  judged: [...judgedOfDynalite, ...newerThanPeers],
  avoided: avoidedByAll,
  olderWords: wordsSince2026,
}

/** Returns its folder. */
export function installDynalite(folder: string): string {
  return installPackage(folder, 'dynalite', '4.0.0')
}

async function start(folder: string): Promise<RunningPeer> {
  const home = installDynalite(folder)
  const create = createRequire(join(home, 'package.json'))(home) as Dynalite
  const server = create({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
