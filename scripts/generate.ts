/**
 * `npm run generate`: writes `src/api/generated/` from `src/api/models/`, two files for each
 * service and one that lists them all. With `--check` it writes nothing and fails if a file is out
 * of date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operationsName } from './generate/names.js'
import type { ServiceModel } from './generate/service-model.js'
import { writeModel } from './generate/write-model.js'
import { writeServices } from './generate/write-services.js'
import { writeTypes } from './generate/write-types.js'

/** Seen from `dist/scripts/`. */
const apiFolder = fileURLToPath(new URL('../../src/api/', import.meta.url))
const modelsFolder = `${apiFolder}models/`
const generatedFolder = `${apiFolder}generated/`

function generatedFiles(): ReadonlyMap<string, string> {
  const ids = serviceIds()
  const files = new Map([['services.ts', writeServices(ids)]])
  for (const id of ids) {
    const model = readModel(id)
    files.set(`${id}-types.ts`, writeTypes(model, operationsName(id)))
    files.set(`${id}-model.ts`, writeModel(model, id))
  }
  return files
}

/** A service's id is the name of its model file. */
function serviceIds(): readonly string[] {
  const suffix = '.json'
  return readdirSync(modelsFolder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort()
}

function readModel(id: string): ServiceModel {
  return JSON.parse(readFileSync(`${modelsFolder}${id}.json`, 'utf8')) as ServiceModel
}

function currentText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function generate(checkOnly: boolean): void {
  const files = generatedFiles()
  const stale = [...files.keys()].filter((name) => currentText(pathOf(name)) !== files.get(name))
  if (stale.length === 0) return
  if (checkOnly) {
    console.error(`Stale in src/api/generated/: ${stale.join(', ')}; run npm run generate.`)
    process.exitCode = 1
    return
  }
  mkdirSync(generatedFolder, { recursive: true })
  for (const name of stale) writeFileSync(pathOf(name), files.get(name)!)
}

function pathOf(name: string): string {
  return `${generatedFolder}${name}`
}

generate(process.argv.includes('--check'))
