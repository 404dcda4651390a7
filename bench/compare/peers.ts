/** Other servers that speak DynamoDB's API, each with its data in memory. */
import { join } from 'node:path'
import {
  dynalite as dynalitePeer,
  installDynalite,
} from '../../test/differential/peers/dynalite.js'
import { startDynamodbLocal } from '../../test/differential/peers/dynamodb-local.js'
import { startDynoxide } from '../../test/differential/peers/dynoxide.js'
import { startPeerProcess, type PeerProcess } from '../../test/differential/peers/peer-process.js'
import { freePort } from '../../test/support/postgres/node.js'
import type { Contender } from './contender.js'
import { extenddbCredentials, startExtenddb } from './extenddb.js'

// Tests set it as well: whether readiness is asked with an old SDK is of no interest here.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true'

/** A peer that the user has, and names the file of. */
const localJar = process.env['GRAMME_DYNAMODB_LOCAL_JAR']

interface PeerKind {
  readonly id: string
  readonly name: string
  /** Installs it into the folder, if it is not installed there yet. */
  readonly start: (folder: string) => Promise<PeerProcess>
  readonly rest?: Partial<Contender>
}

const kinds: readonly PeerKind[] = [
  { id: 'dynoxide', name: 'Dynoxide', start: startDynoxide },
  {
    id: 'dynalite',
    name: 'dynalite',
    start: startDynalite,
    rest: { lacks: [...dynalitePeer.lacks, 'streams'] },
  },
  {
    id: 'extenddb',
    name: 'ExtendDB, SigV4 checked',
    start: startExtenddb,
    rest: { credentials: extenddbCredentials },
  },
  ...(localJar === undefined
    ? []
    : [
        {
          id: 'dynamodb-local',
          name: 'DynamoDB Local',
          start: () => startDynamodbLocal(join(localJar, '..')),
        },
      ]),
]

export const peerIds: readonly string[] = kinds.map(({ id }) => id)

export async function startPeer(id: string, folder: string): Promise<Contender> {
  const { name, start, rest } = kinds.find((kind) => kind.id === id)!
  const peer = await start(folder)
  const { url, pid } = peer
  return { id, name, isPeer: true, url, pid, lacks: [], stop: () => peer.stop(), ...rest }
}

async function startDynalite(folder: string): Promise<PeerProcess> {
  const program = join(installDynalite(folder), 'cli.js')
  const port = await freePort()
  const options = ['--host', '127.0.0.1', '--port', String(port), '--createTableMs', '0']
  return startPeerProcess([process.execPath, program, ...options], port)
}
