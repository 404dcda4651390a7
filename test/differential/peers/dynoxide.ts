/** Dynoxide, in Rust on SQLite, tested by its author against AWS. */
import { join } from 'node:path'
import { freePort } from '../../support/postgres/node.js'
import { judgedOfDynoxide } from '../judged/dynoxide.js'
import { avoidedByAll, newerThanPeers, wordsSince2026 } from '../judged/shared.js'
import { installPackage } from './install.js'
import { startPeerProcess, type PeerProcess } from './peer-process.js'
import type { Peer } from './peer.js'

export const dynoxide: Peer = {
  name: 'dynoxide',
  start: startDynoxide,
  lacks: [],
  judged: [...judgedOfDynoxide, ...newerThanPeers],
  avoided: avoidedByAll,
  olderWords: wordsSince2026,
}

/** In memory. */
export async function startDynoxide(folder: string): Promise<PeerProcess> {
  const { platform, arch } = process
  const home = installPackage(folder, `@dynoxide/${platform}-${arch}`, '1.2.1')
  const port = await freePort()
  return startPeerProcess([join(home, 'dynoxide'), 'serve', '--port', String(port)], port)
}
