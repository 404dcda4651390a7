import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.js', import.meta.url))

class Command {
  readonly child
  stdout = ''
  stderr = ''
  readonly exited: Promise<number | null>

  constructor(...args: readonly string[]) {
    const env = { PATH: process.env['PATH'] }
    this.child = spawn(process.execPath, [main, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout.on('data', (piece: Buffer) => (this.stdout += piece.toString()))
    this.child.stderr.on('data', (piece: Buffer) => (this.stderr += piece.toString()))
    this.exited = new Promise((resolve) => this.child.on('close', (code) => resolve(code)))
  }

  /** Resolves with the port once the server says that it is ready. */
  async ready(): Promise<number> {
    while (!this.stdout.includes('stops it')) {
      await Promise.race([
        new Promise((resolve) => this.child.stdout.once('data', resolve)),
        this.exited.then((code) => assert.fail(`exit ${code}: ${this.stderr}`)),
      ])
    }
    return Number(/:(\d+)/.exec(this.stdout)![1])
  }
}

const startInMemory = (...args: string[]) =>
  new Command('start', '--in-memory', '--port', '0', ...args)

async function takenPort(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

describe('gramme', () => {
  it('helps', async () => {
    const command = new Command('--help')
    assert.equal(await command.exited, 0)
    for (const word of ['start', 'verify', 'copy', 'trigger', 'version', 'gramme help <command>']) {
      assert.ok(command.stdout.includes(word), word)
    }
  })

  for (const args of [
    ['help', 'start'],
    ['start', '--help'],
    ['start', '-h'],
  ]) {
    it(`helps with a command: ${args.join(' ')}`, async () => {
      const command = new Command(...args)
      assert.equal(await command.exited, 0)
      for (const word of [
        'Start the server.',
        '--port <number>',
        'GRAMME_DATA_DIR',
        '--in-memory',
      ]) {
        assert.ok(command.stdout.includes(word), word)
      }
    })
  }

  for (const [args, sentence] of [
    [['begin'], "There is no command 'begin'; see gramme help."],
    [['help', 'begin'], "There is no command 'begin'; see gramme help."],
    [['help', 'start', 'now'], "gramme help takes one command, not 'now' too."],
    [['--port', '1'], 'Options follow a command, as in gramme start --port; see gramme help.'],
    [['version', '--port'], 'gramme version has no option --port; see gramme help version.'],
    [['verify', '--port', '1'], 'gramme verify has no option --port; see gramme help verify.'],
    [['copy', '--to', 'd'], 'gramme copy needs --from: a data folder or postgres://….'],
    [['backup', '--to', 'd'], 'gramme backup needs either --all or --table.'],
    [['backup', '--all', '--table', 't'], 'gramme backup needs either --all or --table.'],
    [['backup', '--all'], 'gramme backup needs --to: a folder or s3://bucket/prefix.'],
    [['restore'], 'gramme restore needs --from: a folder or s3://bucket/prefix.'],
    [['export', '--to', 'd'], 'gramme export needs --table.'],
    [['export', '--table', 't'], 'gramme export needs --to: a folder or s3://bucket/prefix.'],
    [
      ['export', '--table', 't', '--to', 'd', '--format', 'csv'],
      "--format must be dynamodb-json or ion, not 'csv'.",
    ],
    [['import'], 'gramme import needs --table: the name of a new table.'],
    [
      ['import', '--table', 't'],
      'gramme import needs --from: a file, a folder or s3://bucket/prefix.',
    ],
    [
      ['import', '--table', 't', '--from', 'f', '--key', 'id'],
      "--key must be a name and a type (S, N or B), as in id:S, not 'id'.",
    ],
    [
      ['import', '--table', 't', '--from', 'f', '--key', 'id:S'],
      'gramme import needs --format: dynamodb-json, ion or csv.',
    ],
    [
      ['import', '--table', 't', '--from', 'f', '--key', 'a:S', '--format', 'ion', '--header', 'a'],
      '--header is for --format csv.',
    ],
    [
      ['export', '--table', 't', '--to', 'd', '--account', '1'],
      "--account must be 12 digits, not '1'.",
    ],
    [
      ['copy', '--from', 'postgress://user:secret@h/d'],
      "--from must be a data folder or postgres://…, not 'postgress://…'.",
    ],
  ] as const) {
    it(`refuses: gramme ${args.join(' ')}`, async () => {
      const command = new Command(...args)
      assert.equal(await command.exited, 2)
      assert.equal(command.stderr, `gramme: ${sentence}\n`)
    })
  }

  it('prints its version', async () => {
    const command = new Command('version')
    assert.equal(await command.exited, 0)
    const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
    assert.equal(command.stdout, `${(JSON.parse(manifest) as { version: string }).version}\n`)
  })

  it('refuses wrong options with one sentence', async () => {
    const command = new Command('start', '--prot', '1')
    assert.equal(await command.exited, 2)
    assert.equal(
      command.stderr,
      'gramme: gramme start has no option --prot; see gramme help start.\n',
    )
    assert.equal(command.stdout, '')
  })

  it('says so if the port is in use', async () => {
    const { server, port } = await takenPort()
    const command = new Command('start', '--in-memory', '--port', String(port))
    assert.equal(await command.exited, 1)
    assert.equal(command.stderr, `gramme: Port ${port} on 127.0.0.1 is already in use.\n`)
    server.close()
  })

  it('says so if the address is not of this machine', async () => {
    const command = startInMemory('--host', '203.0.113.1')
    assert.equal(await command.exited, 1)
    assert.equal(command.stderr, 'gramme: 203.0.113.1 is not an address of this machine.\n')
  })
})

describe('gramme start', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`serves until ${signal}`, async () => {
      const command = startInMemory()
      const port = await command.ready()
      assert.match(command.stdout, /Gramme \d+\.\d+\.\d+/)
      assert.match(
        command.stdout,
        new RegExp(`aws dynamodb list-tables .*127\\.0\\.0\\.1:${port} `),
      )
      const answer = await fetch(`http://127.0.0.1:${port}/`)
      assert.match(await answer.text(), /^healthy/)
      command.child.kill(signal)
      assert.equal(await command.exited, 0)
      assert.equal(command.stderr, '')
    })
  }

  it('finishes a request in progress before it exits', async () => {
    const command = startInMemory()
    const socket = connect(await command.ready(), '127.0.0.1')
    socket.setEncoding('utf8')
    const request =
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-type: application/json'
    // The interim answer shows that the request is in progress.
    socket.write(`${request}\r\nexpect: 100-continue\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    let text = ''
    socket.on('data', (piece: string) => (text += piece))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    command.child.kill('SIGTERM')
    const refused = async () => {
      const probe = connect(socket.remotePort!, '127.0.0.1')
      return new Promise((resolve) => {
        probe.once('error', () => resolve(true)).once('connect', () => resolve(false))
        probe.once('connect', () => probe.destroy())
      })
    }
    while (!(await refused()));
    socket.write('{}')
    await closed
    assert.match(text, /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n.*UnknownOperationException/s)
    assert.equal(await command.exited, 0)
  })

  it('exits at once on the second signal', async () => {
    const command = startInMemory()
    const socket = connect(await command.ready(), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n',
    )
    await new Promise((resolve) => socket.once('data', resolve))
    command.child.kill('SIGTERM')
    // Signals of one kind merge while they are pending, so the second is of another kind.
    command.child.kill('SIGINT')
    assert.ok([130, 143].includes((await command.exited)!))
  })

  it('lets only signed requests in on a public address, and shows the key of the root', async () => {
    const command = startInMemory('--host', '0.0.0.0')
    const port = await command.ready()
    assert.match(command.stdout, /Access +iam: /)
    assert.match(command.stdout, /AWS_ACCESS_KEY_ID=AKIA\w{16}\n +AWS_SECRET_ACCESS_KEY=\S{40}\n/)
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        'x-amz-date': '20260101T000000Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      },
    })
    assert.ok(!answer.ok)
    command.child.kill('SIGTERM')
    assert.equal(await command.exited, 0)
    assert.equal(command.stderr, '')
  })

  it('warns of a public address that is open, whatever the log level', async () => {
    const open = ['--auth', 'open', '--open-to-network']
    const command = startInMemory('--host', '0.0.0.0', ...open, '--log-level', 'silent')
    const port = await command.ready()
    assert.match(command.stdout, new RegExp(`http://127\\.0\\.0\\.1:${port} `))
    command.child.kill('SIGTERM')
    assert.equal(await command.exited, 0)
    assert.match(command.stderr, /WARNING: listening on 0\.0\.0\.0 WITHOUT AUTHENTICATION/)
  })

  it('continues when its output is no longer read', async () => {
    const command = startInMemory('--log-level', 'debug')
    const port = await command.ready()
    command.child.stdout.destroy()
    command.child.stderr.destroy()
    for (let i = 0; i < 3; i++) assert.ok((await fetch(`http://127.0.0.1:${port}/`)).ok)
    command.child.kill('SIGTERM')
    assert.equal(await command.exited, 0)
  })
})
