/**
 * Builds before `npm start` what is older than its sources: the server, the pages of the console, both or nothing. It
 * runs before anything is compiled, so it is plain JavaScript.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, URL } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Neither is built from sources of the other. `output` is the last file that a build writes. */
const builds = [
  {
    script: 'build:server',
    inputs: ['src', 'package.json', 'rollup.config.js', 'tsconfig.base.json', 'tsconfig.src.json'],
    output: 'dist/bundle/gramme.d.cts',
  },
  {
    script: 'build:console',
    inputs: ['console', 'package.json'],
    output: 'dist/console-pages/index.html',
  },
]

const failed = builds.filter((build) => !isFresh(build)).find(({ script }) => run(script) !== 0)
if (failed !== undefined) process.exitCode = 1

function isFresh({ inputs, output }) {
  const built = modifiedMs(output)
  return built > 0 && inputs.every((input) => newestMs(input) < built)
}

function run(script) {
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status
}

/** A folder's time changes when a file in it is added, renamed or removed. */
function newestMs(path) {
  const entries = readEntries(path)
  return Math.max(modifiedMs(path), ...entries.map((entry) => newestMs(join(path, entry))))
}

function readEntries(path) {
  try {
    return readdirSync(join(root, path))
  } catch {
    return []
  }
}

function modifiedMs(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
