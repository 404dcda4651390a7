/** The package works as its README says, from an empty folder. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  SearchVectorsCommand,
} from '@aws-sdk/client-dynamodb'
import { startServerProcess } from '../../scripts/server-process.js'
import { usableCores } from '../../src/server/usable-cores.js'
import { until } from '../support/until.js'
import {
  installPackage,
  ownEnvironment,
  repository,
  run,
  type InstalledPackage,
} from './installed-package.js'

let installed: InstalledPackage
before(async () => {
  installed = await installPackage()
})
after(() => installed[Symbol.asyncDispose]())

/** Adds a test that needs the dependencies; it is skipped, with the reason, if there are none. */
function itInstalled(what: string, body: () => Promise<void>): void {
  it(what, async (context: TestContext) => {
    const { offline } = installed
    if (offline !== undefined) context.skip(`npm cannot get the dependencies: ${offline}`)
    else await body()
  })
}

const program = () => join(installed.folder, 'node_modules/gramme/dist/bundle/main.cjs')
const gramme = (...args: readonly string[]) =>
  run(process.execPath, [program(), ...args], installed.folder)

describe('the packed files', () => {
  /** The console's files are there twice, for browsers that take Brotli and for those that take gzip. */
  const megabytesMax = 4
  /** The bundle and the console, which have a file for each part that is loaded on use; the pages of docs with the files they offer; what npm wants. */
  const wanted =
    /^(?:dist\/bundle\/[a-z\d-]+\.(?:cjs|js|d\.cts)|dist\/console-pages\/(?:index\.html|assets\/[\w.-]+)|docs\/[a-z-]+\.(?:md|svg|json|yml)|docs\/examples\/[a-z-]+\/[a-z]+(?:\.conf)?\.(?:yml|cfg|ini|py)|[A-Z]+(?:\.md)?|package\.json)$/

  it('are the bundle and the pages, and nothing else', () => {
    const paths = installed.files.map(({ path }) => path)
    assert.deepEqual(
      paths.filter((path) => !wanted.test(path) || /test(?![\w-]*\.(?:js|css))/.test(path)),
      [],
    )
    const bytes = installed.files.reduce((sum, { size }) => sum + size, 0)
    assert.ok(bytes < megabytesMax * 1e6, `${bytes} bytes`)
  })

  it('include every page that the README links to', () => {
    const paths = new Set(installed.files.map(({ path }) => path))
    const readme = readFileSync(join(repository, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!)
    assert.ok(links.length > 3)
    assert.deepEqual(
      links.filter((link) => !paths.has(link)),
      [],
    )
  })
})

describe('the command of the package', () => {
  itInstalled(
    'leaves answers to a thread while it is busy, if there is a core for it',
    async () => {
      const args = ['--in-memory', '--log-level', 'info']
      await using server = await startServerProcess({ program: program(), args })
      using _clients = busyClients(Number(new URL(server.url).port), 32)
      const isSaid = () => server.said().includes('a thread sends answers')
      if (usableCores() > 1) await until(isSaid, () => server.said())
    },
  )

  itInstalled('is installed as gramme', async () => {
    const command = join(installed.folder, 'node_modules/.bin/gramme')
    const { stdout } = await run(command, ['version'], installed.folder)
    const manifest = await readFile(join(repository, 'package.json'), 'utf8')
    assert.equal(stdout.trim(), (JSON.parse(manifest) as { version: string }).version)
  })

  itInstalled('shows its help', async () => {
    const { code, stdout } = await gramme('--help')
    assert.equal(code, 0)
    assert.match(stdout, /gramme start/)
  })

  itInstalled('asks for the package that Kinesis needs', async () => {
    const endpoint = ['--kinesis-endpoint', 'http://127.0.0.1:1']
    const { code, stderr } = await gramme('start', '--port', '0', '--in-memory', ...endpoint)
    assert.equal(code, 1)
    assert.match(stderr, /^gramme: .* run npm install @aws-sdk\/client-kinesis\.\n$/)
  })

  itInstalled('asks for the package that S3 needs', async () => {
    const endpoint = ['--s3-endpoint', 'http://127.0.0.1:1']
    const { code, stderr } = await gramme('start', '--port', '0', '--in-memory', ...endpoint)
    assert.equal(code, 1)
    assert.match(stderr, /^gramme: .* run npm install @aws-sdk\/client-s3\.\n$/)
  })

  itInstalled('asks for the packages that OpenTelemetry needs', async () => {
    const endpoint = ['--otlp-endpoint', 'http://127.0.0.1:1']
    const { code, stderr } = await gramme('start', '--port', '0', '--in-memory', ...endpoint)
    assert.equal(code, 1)
    assert.match(stderr, /^gramme: .* run npm install @opentelemetry\/api@1\.9 .*\.\n$/)
  })

  for (const engine of ['lmdb', 'memory']) {
    itInstalled(`serves tables on ${engine}`, async () => {
      const dataDir = ['--data-dir', join(installed.folder, 'data')]
      const args = engine === 'lmdb' ? dataDir : ['--in-memory']
      await using server = await startServerProcess({ args, program: program() })
      await useTable(server.url)
    })
  }

  itInstalled('searches vectors, in threads', async () => {
    await using server = await startServerProcess({ args: ['--in-memory'], program: program() })
    await searchVectors(server.url)
    assert.doesNotMatch(server.said(), /search threads/)
  })

  itInstalled('waits for a PostgreSQL that does not answer', async () => {
    const args = ['start', '--port', '0', '--engine', 'postgres://nobody@127.0.0.1:1/none']
    const child = spawn(process.execPath, [program(), ...args], { env: ownEnvironment() })
    let text = ''
    for await (const chunk of child.stderr) {
      text += String(chunk)
      if (text.includes('\n')) break
    }
    child.kill()
    assert.match(text, /"msg":"waiting for the database"/)
  })

  itInstalled('finds the data of an earlier run sound', async () => {
    const { code, stderr } = await gramme('verify', '--data-dir', 'data')
    assert.equal(code, 0, stderr)
  })
})

describe('a trigger of the installed server', () => {
  itInstalled('calls a handler in TypeScript', async () => {
    const dataDir = join(installed.folder, 'data-triggers')
    const handler = join(installed.folder, 'handler.ts')
    const seen = join(installed.folder, 'seen')
    await writeFile(
      handler,
      `import { writeFileSync } from 'node:fs'
      export const handler = async (event: { Records: { eventName: string }[] }) => {
        writeFileSync(${JSON.stringify(seen)}, event.Records.map((r) => r.eventName).join())
      }`,
    )
    const args = ['--data-dir', dataDir]
    await using server = await startServerProcess({ args, program: program() })
    const trigger = ['--table', 'Music', '--module', handler]
    const added = await gramme('trigger', 'add', 'music', ...trigger, ...args)
    assert.equal(added.code, 0, added.stderr)
    await useTable(server.url)
    assert.equal(await appears(seen), 'INSERT')
  })
})

describe('the library', () => {
  const use = `const gramme = createGramme({ inMemory: true, port: 0, logLevel: 'silent' })
    gramme.start().then(async () => {
      const answer = await fetch(gramme.address.url)
      console.log(answer.status, gramme.engine, new CannotStart('x').name)
      await gramme.stop()
    })`

  const check = (what: string, file: string, source: string): void => {
    itInstalled(what, async () => {
      await writeFile(join(installed.folder, file), source)
      const { stdout, stderr } = await run(process.execPath, [file], installed.folder)
      assert.equal(stdout.trim(), '200 memory CannotStart', stderr)
    })
  }
  const names = '{ CannotStart, createGramme }'
  check('can be imported', 'import.mjs', `import ${names} from 'gramme'\n${use}`)
  check('can be required', 'require.cjs', `const ${names} = require('gramme')\n${use}`)

  itInstalled('has types', async () => {
    const source = `import { CannotStart, createGramme, type Gramme, type GrammeOptions } from 'gramme'
      const options: GrammeOptions = { inMemory: true, port: 0 }
      const gramme: Gramme = createGramme(options)
      await gramme.start({ listen: false })
      const answer: Response = await gramme.fetch('/')
      console.log(answer.status, CannotStart.name, gramme.address.url)
      // @ts-expect-error A port is a number.
      createGramme({ port: 'x' })`
    await writeFile(join(installed.folder, 'types.mts'), source)
    const compiler = join(installed.folder, 'node_modules/typescript/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
    const args = [compiler, ...flags, '--types', 'node', 'types.mts']
    const { code, stdout } = await run(process.execPath, args, installed.folder)
    assert.equal(code, 0, stdout)
  })
})

async function useTable(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  const TableName = 'Music'
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    }),
  )
  const Item = { Artist: { S: 'Zénobe' }, Year: { N: '1871' } }
  await client.send(new PutItemCommand({ TableName, Item }))
  const found = await client.send(new GetItemCommand({ TableName, Key: { Artist: Item.Artist } }))
  assert.deepEqual(found.Item, Item)
  client.destroy()
}

async function searchVectors(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  const TableName = 'Notes'
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'Name', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Name', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      VectorIndexes: [
        {
          IndexName: 'near',
          VectorAttribute: { AttributeName: 'Place' },
          Dimensions: 2,
          DistanceFunction: 'EUCLIDEAN',
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  )
  const Item = { Name: { S: 'Liège' }, Place: { L: [{ N: '3' }, { N: '4' }] } }
  await client.send(new PutItemCommand({ TableName, Item }))
  const SearchVector = [{ N: '0' }, { N: '0' }]
  const search = { TableName, IndexName: 'near', SearchVector, TopK: 1 }
  const { SearchResults } = await client.send(new SearchVectorsCommand(search))
  assert.deepEqual(SearchResults, [{ Item: { Name: Item.Name }, Score: 5 }])
  client.destroy()
}

/** Clients that ask for as long as they are there. */
function busyClients(port: number, count: number): Disposable {
  const target = 'X-Amz-Target: DynamoDB_20120810.ListTables'
  const credential = 'Credential=local/20260101/us-east-1/dynamodb/aws4_request'
  const signed = `Authorization: AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0`
  const lines = ['POST / HTTP/1.1', 'Host: localhost', target, signed, 'Content-Length: 2']
  const request = `${lines.join('\r\n')}\r\nContent-Type: application/x-amz-json-1.0\r\n\r\n{}`
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    const ask = (): void => void socket.write(request)
    socket
      .on('connect', ask)
      .on('data', ask)
      .on('error', () => undefined)
  }
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) }
}

async function appears(file: string): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return text
    await pause(50)
  }
}
