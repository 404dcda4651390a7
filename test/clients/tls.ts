/** HTTPS with the AWS CLI, boto3 and SIGHUP: clients that have their own TLS. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { startServerProcess } from '../../scripts/server-process.js'
import { missingOpenssl, TestAuthority } from '../support/certificates.js'
import { until } from '../support/until.js'
import { clientEnvironment } from './client-environment.js'
import type { Tally } from './tally.js'

const run = promisify(execFile)

const boto3Script = `
import boto3, sys
client = boto3.client('dynamodb', endpoint_url=sys.argv[1], verify=sys.argv[2])
print(client.list_tables()['TableNames'])
`

export async function testTls(
  { aws, python }: { readonly aws: string; readonly python: string },
  folder: string,
  tally: Tally,
): Promise<void> {
  const missing = missingOpenssl()
  if (missing !== undefined) return tally.skip('HTTPS', missing)
  const authority = new TestAuthority()
  const certificate = authority.issue('first')
  const server = await startServerProcess({
    args: ['--in-memory', '--tls-cert', certificate.cert, '--tls-key', certificate.key],
    ca: authority.pem,
  })
  const { url, pid } = server
  const env = { ...(await clientEnvironment({ url, folder })), AWS_MAX_ATTEMPTS: '1' }
  const list = (bundle?: string) =>
    run(aws, ['dynamodb', 'list-tables', '--endpoint-url', url, '--output', 'json'], {
      env: bundle === undefined ? env : { ...env, AWS_CA_BUNDLE: bundle },
    })
  try {
    await tally.check('aws-cli: HTTPS with AWS_CA_BUNDLE', async () => {
      assert.deepEqual(JSON.parse((await list(authority.cert)).stdout), { TableNames: [] })
    })
    await tally.check('aws-cli: refuses a certificate that nobody vouches for', async () => {
      await assert.rejects(list(), /SSL validation failed|CERTIFICATE_VERIFY_FAILED/)
    })
    await tally.check('boto3: HTTPS with verify', async () => {
      const { stdout } = await run(python, ['-c', boto3Script, url, authority.cert], { env })
      assert.equal(stdout.trim(), '[]')
    })
    await tally.check('SIGHUP reads a new certificate', async () => {
      const next = authority.issue('second')
      copyFileSync(next.cert, certificate.cert)
      copyFileSync(next.key, certificate.key)
      process.kill(pid, 'SIGHUP')
      const isNew = async () => (await shownName(url, authority)) === 'second'
      await until(isNew, () => 'the old certificate is still shown')
    })
  } finally {
    await tally.check('HTTPS server drains and exits with 0', () => server.stop())
    authority.remove()
  }
}

async function shownName(url: string, authority: TestAuthority): Promise<unknown> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), ca: authority.pem })
  await once(socket, 'secureConnect')
  const name = socket.getPeerCertificate().subject.CN
  socket.destroy()
  return name
}
