/** Installs a package of the npm registry into a folder of its own, without running its scripts. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the folder of the package. */
export function installPackage(folder: string, name: string, version: string): string {
  const home = join(folder, `${name.replaceAll('/', '-')}-${version}`)
  const installed = join(home, 'node_modules', name)
  if (existsSync(installed)) return installed
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  const args = ['install', '--silent', '--ignore-scripts', '--no-save', `${name}@${version}`]
  const { status } = spawnSync('npm', args, { cwd: home, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm cannot install ${name}@${version}`)
  return installed
}
