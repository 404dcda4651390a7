/**
 * Builds the bundle before `npm start`, unless it is newer than all of its sources. It runs before
 * anything is compiled, so it is plain JavaScript.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, URL } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const inputs = [
  'src',
  'package.json',
  'rollup.config.js',
  'tsconfig.base.json',
  'tsconfig.src.json',
]
/** The last file that the build writes. */
const output = 'dist/bundle/gramme.d.cts'

if (!isFresh()) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}

function isFresh() {
  const built = modifiedMs(output)
  return built > 0 && inputs.every((input) => newestMs(input) < built)
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
