/**
 * `npm run bench compare [quick] [row …] [contender …] [part …]`: Gramme beside other servers that
 * speak DynamoDB's API, under the same load of wrk. All servers run at once and are loaded in turn,
 * round by round; figures are medians. The whole takes about eight minutes, `quick` about two. With
 * `--draw` it also writes the tables and pictures of docs/performance.md.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fill, type Contender } from './compare/contender.js'
import { writeDocument } from './compare/document.js'
import { ownIds, startOf } from './compare/gramme.js'
import { startPeer } from './compare/peers.js'
import { planOf, UnknownWords, type Plan } from './compare/plan.js'
import { runParts } from './compare/run-parts.js'
import { requireWrk } from './compare/wrk.js'
import { withDataFolder } from './load/server.js'
import { wantsDrawing } from './pictures/draw.js'
import { machine } from './report.js'

/** Beside the built tree, so that it is kept between runs and stays out of our packages. */
const peersFolder = fileURLToPath(new URL('../peers/', import.meta.url))

export async function runCompare(words: readonly string[]): Promise<void> {
  try {
    const plan = planOf(words)
    const draws = wantsDrawing(words)
    if (draws && plan.narrowed) throw new UnknownWords('--draw needs all rows and contenders.')
    await compare(plan, draws)
  } catch (error) {
    if (!(error instanceof UnknownWords)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function compare(plan: Plan, draws: boolean): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const where = `${machine()}, wrk ${requireWrk()}, ${day}`
  console.log(`Items of 1 KB, on ${where}`)
  await withDataFolder(async (folder) => {
    const contenders = await startAll(plan, folder)
    try {
      const documents = await runParts({ plan, contenders, folder, draws, where })
      if (draws) writeDocument(documents)
    } finally {
      for (const contender of contenders) await contender.stop()
    }
  })
}

/** A contender that does not start is left out, with a line that says why. */
async function startAll(plan: Plan, folder: string): Promise<readonly Contender[]> {
  mkdirSync(peersFolder, { recursive: true })
  const contenders: Contender[] = []
  for (const id of plan.contenders) {
    try {
      const contender = await startFilled(id, folder)
      if (contender !== undefined) contenders.push(contender)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      console.log(`${id} is left out: ${why.trim().replaceAll(/\s*\n\s*/g, ' ')}`)
    }
  }
  return contenders
}

async function startFilled(id: string, folder: string): Promise<Contender | undefined> {
  const contender = await start(id, folder)
  try {
    if (contender !== undefined) await fill(contender, 'plain')
    return contender
  } catch (error) {
    await contender?.stop()
    throw error
  }
}

async function start(id: string, folder: string): Promise<Contender | undefined> {
  return ownIds.includes(id) ? await startOf(id)?.(folder) : await startPeer(id, peersFolder)
}
