/**
 * `npm run generate`: writes `src/api/generated/` from `src/api/models/`, two files for each
 * service and one that lists them all, the types of the services that the console calls, and
 * `src/vectors/generated/` from `kernel.wat`. With `--check` it writes nothing and fails if a file is
 * out of date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operationsName } from './generate/names.js'
import type { ServiceModel } from './generate/service-model.js'
import { writeKernel } from './generate/write-kernel.js'
import { writeModel } from './generate/write-model.js'
import { writeServices } from './generate/write-services.js'
import { consoleValues, serverValues, writeTypes, type ValueTypes } from './generate/write-types.js'

/** Seen from `dist/scripts/`. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const modelsFolder = `${root}src/api/models/`
const serverFolder = 'src/api/generated/'
const consoleFolder = 'console/src/api/generated/'
const kernelFolder = 'src/vectors/generated/'

const consoleServices = ['autoscaling', 'cloudwatch', 'dynamodb', 'dynamodb-streams', 'gramme']

async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const ids = serviceIds()
  const files = new Map([[`${serverFolder}services.ts`, writeServices(ids)]])
  const kernel = readFileSync(`${root}src/vectors/kernel.wat`, 'utf8')
  files.set(`${kernelFolder}kernel-bytes.ts`, await writeKernel(kernel))
  for (const id of ids) {
    const model = readModel(id)
    const typesOf = (values: ValueTypes) => writeTypes(model, operationsName(id), values)
    files.set(`${serverFolder}${id}-types.ts`, typesOf(serverValues))
    files.set(`${serverFolder}${id}-model.ts`, writeModel(model, id))
    if (!consoleServices.includes(id)) continue
    files.set(`${consoleFolder}${id}-types.ts`, typesOf(consoleValues))
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

async function generate(checkOnly: boolean): Promise<void> {
  const files = await generatedFiles()
  const stale = [...files.keys()].filter((name) => currentText(pathOf(name)) !== files.get(name))
  if (stale.length === 0) return
  if (checkOnly) {
    console.error(`Stale: ${stale.join(', ')}; run npm run generate.`)
    process.exitCode = 1
    return
  }
  for (const folder of [serverFolder, consoleFolder, kernelFolder]) {
    mkdirSync(pathOf(folder), { recursive: true })
  }
  for (const name of stale) writeFileSync(pathOf(name), files.get(name)!)
}

function pathOf(name: string): string {
  return `${root}${name}`
}

await generate(process.argv.includes('--check'))
