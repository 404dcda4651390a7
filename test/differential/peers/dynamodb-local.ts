/** DynamoDB Local, which shares code with the service. From Maven Central; needs Java 17 and Maven. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../../support/postgres/node.js'
import { judgedOfLocal } from '../judged/dynamodb-local.js'
import { avoidedByAll, newerThanPeers, wordsSince2026 } from '../judged/shared.js'
import { startPeerProcess, type PeerProcess } from './peer-process.js'
import type { Peer, RunningPeer } from './peer.js'

const version = '2.6.1'

export const dynamodbLocal: Peer = {
  name: 'dynamodb-local',
  start,
  lacks: ['ListTagsOfResource', 'TagResource', 'UntagResource'],
  judged: [...judgedOfLocal, ...newerThanPeers],
  avoided: avoidedByAll,
  olderWords: wordsSince2026,
}

function start(folder: string): Promise<RunningPeer> {
  return startDynamodbLocal(install(join(folder, `dynamodb-local-${version}`)))
}

/** In memory. The folder has its libraries, or has them where the archive of AWS has them. */
export async function startDynamodbLocal(folder: string): Promise<PeerProcess> {
  const places = [folder, join(folder, 'DynamoDBLocal_lib')]
  const port = await freePort()
  const classes = places.map((place) => join(place, '*')).join(delimiter)
  const java = [`-Djava.library.path=${places.join(delimiter)}`, '-cp', classes]
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)]
  return startPeerProcess(['java', ...java, main, ...options], port)
}

/** Returns the folder with its libraries, native ones too. */
function install(home: string): string {
  const libraries = join(home, 'lib')
  if (existsSync(libraries)) return libraries
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'pom.xml'), project)
  const args = ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=incomplete']
  const { status } = spawnSync('mvn', args, { cwd: home, stdio: 'ignore' })
  if (status !== 0) throw new Error('Maven cannot fetch it')
  renameSync(join(home, 'incomplete'), libraries)
  return libraries
}

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>differential</groupId>
  <artifactId>libraries</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`
