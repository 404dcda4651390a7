/**
 * `npm run test:clients`: the unmodified AWS CLI, boto3 and, where the machine has it, Terraform
 * against a real server on a real disk, in IAM mode, so that every signature counts; then Prometheus, an OpenTelemetry collector, deliveries to moto's Kinesis, and objects in its S3. What
 * npm can install (SDK v3, kinesalite) is tested by `npm test`.
 *
 * With `printed` (`npm run test:clients -- printed`), only what the console prints is given to the tools it is
 * printed for; with `vectors`, only vector indexes are tested; with `dax`, only the clients of DAX run, and with `cdk`,
 * only what CDK synthesises is made.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testAwsCli } from '../test/clients/aws-cli.js'
import { testAwsCliS3 } from '../test/clients/aws-cli-s3.js'
import { testBoto3 } from '../test/clients/boto3.js'
import { writeAccounts, type ClientTarget } from '../test/clients/client-environment.js'
import { testCdk } from '../test/clients/cdk/cdk.js'
import { testConsoleCode } from '../test/clients/console-code.js'
import { testDax } from '../test/clients/dax/dax.js'
import { testMoto } from '../test/clients/moto.js'
import { testMotoKms } from '../test/clients/moto-kms.js'
import { testMotoS3 } from '../test/clients/moto-s3.js'
import { testOpenTelemetry } from '../test/clients/opentelemetry.js'
import { testPrometheus } from '../test/clients/prometheus.js'
import { testPrintedGo } from '../test/clients/printed-go.js'
import { testPrintedTemplates } from '../test/clients/printed-templates.js'
import { testTerraform } from '../test/clients/terraform.js'
import { testTerraformReplica } from '../test/clients/terraform-replica.js'
import { testPrintedCommands, testPrintedTerraform } from '../test/clients/table-code.js'
import { testTls } from '../test/clients/tls.js'
import { testVectors } from '../test/clients/vector-clients.js'
import { Tally } from '../test/clients/tally.js'
import { KinesisStandIn } from '../test/support/kinesis.js'
import { startServerProcess } from './server-process.js'
import { requireClients, type Clients } from './test-clients/find-clients.js'
import { findCfnLint } from './test-clients/find-cfn-lint.js'
import { findPrometheus } from './test-clients/find-prometheus.js'
import { findTerraform } from './test-clients/find-terraform.js'
import { installMoto, startMoto } from './test-clients/moto-server.js'
import { installNewerClients } from './test-clients/newer-clients.js'

try {
  await main(requireClients())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(clients: Clients): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-clients-'))
  const tally = new Tally()
  try {
    if (process.argv.includes('printed')) await testPrinted(clients, folder, tally)
    else if (process.argv.includes('vectors')) await testVectorsAlone(clients, folder, tally)
    else if (process.argv.includes('dax')) await testDax(folder, tally)
    else if (process.argv.includes('cdk')) await testCdk(folder, tally)
    else await testAll(clients, folder, tally)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
  if (tally.failed > 0) process.exitCode = 1
}

async function testAll(clients: Clients, folder: string, tally: Tally): Promise<void> {
  await testClients(clients, folder, tally)
  await testTls(clients, folder, tally)
  await testPrometheusHere(folder, tally)
  await testOpenTelemetry(folder, tally)
  await testDax(folder, tally)
  await testCdk(folder, tally)
  await testDelivery(clients, folder, tally)
}

async function testPrinted(clients: Clients, folder: string, tally: Tally): Promise<void> {
  const access = ['--auth', 'iam', '--iam-file', await writeAccounts(folder)]
  const server = await startServerProcess({ args: ['--in-memory', ...access] })
  try {
    await testPrintedCode(clients, { url: server.url, folder }, tally)
    const found = findTerraform()
    if ('fault' in found) tally.skip('Terraform', found.fault)
    else await testPrintedTerraform(found, { url: server.url, folder }, tally)
  } finally {
    await server.stop()
  }
}

/** What the console prints, but for Terraform. */
async function testPrintedCode(
  clients: Clients,
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  await testPrintedCommands(target, tally)
  await testConsoleCode(clients, target, tally)
  const cfnLint = findCfnLint(clients.python, target.folder)
  if ('fault' in cfnLint) tally.skip('printed templates', cfnLint.fault)
  else await testPrintedTemplates(cfnLint.program, target.folder, tally)
  if (spawnSync('go', ['version']).status === 0) await testPrintedGo(target, tally)
  else tally.skip('printed Go', 'Go is not installed')
}

async function testClients(clients: Clients, folder: string, tally: Tally): Promise<void> {
  const kinesis = await KinesisStandIn.start('changes')
  const access = ['--auth', 'iam', '--iam-file', await writeAccounts(folder)]
  const placed = ['--data-dir', join(folder, 'data'), '--dax', '--dax-port', '0']
  const server = await startServerProcess({
    args: [...placed, '--kinesis-endpoint', kinesis.url, ...access],
    // For the server's own calls of Kinesis.
    env: { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
  })
  try {
    // This one expects to find no buckets.
    await testAwsCliS3(clients.aws, { url: server.url, folder }, tally)
    await testAwsCli(clients.aws, { url: server.url, folder }, tally)
    await testBoto3(clients.python, { url: server.url, folder }, tally)
    await testVectorsHere(clients, { url: server.url, folder }, tally)
    await testPrintedCode(clients, { url: server.url, folder }, tally)
    await testTerraformHere({ url: server.url, folder }, tally)
    await tally.check('changes reach Kinesis', async () => {
      await kinesis.untilTaken('Delivered', 1)
    })
  } finally {
    await tally.check('server drains and exits with 0', () => server.stop())
    await kinesis.stop()
  }
}

async function testVectorsAlone(clients: Clients, folder: string, tally: Tally): Promise<void> {
  const access = ['--auth', 'iam', '--iam-file', await writeAccounts(folder)]
  const server = await startServerProcess({
    args: ['--data-dir', join(folder, 'data'), ...access],
  })
  try {
    await testVectorsHere(clients, { url: server.url, folder }, tally)
  } finally {
    await server.stop()
  }
}

async function testVectorsHere(
  { python }: Clients,
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  const newer = installNewerClients(python, target.folder)
  if ('fault' in newer) tally.skip('vector indexes', newer.fault)
  else await testVectors(newer, target, tally)
}

async function testTerraformHere(target: ClientTarget, tally: Tally): Promise<void> {
  const found = findTerraform()
  if ('fault' in found) return tally.skip('Terraform', found.fault)
  await testTerraform(found, target, tally)
  await testPrintedTerraform(found, target, tally)
}

async function testPrometheusHere(folder: string, tally: Tally): Promise<void> {
  const found = findPrometheus(folder)
  if ('fault' in found) tally.skip('Prometheus', found.fault)
  else await testPrometheus(found, folder, tally)
}

async function testDelivery({ python }: Clients, folder: string, tally: Tally): Promise<void> {
  const installed = installMoto(python, folder)
  if (installed.fault !== undefined) return tally.skip('delivery to moto', installed.fault)
  const moto = await startMoto(installed.python)
  try {
    await testMoto(moto.url, tally)
    await testMotoS3(moto.url, tally)
    await testMotoKms(moto.url, tally)
    const terraform = findTerraform()
    if ('fault' in terraform) tally.skip('Terraform with KMS', terraform.fault)
    else await testTerraformReplica(terraform, { kmsUrl: moto.url, folder }, tally)
  } finally {
    await moto.stop()
  }
}
