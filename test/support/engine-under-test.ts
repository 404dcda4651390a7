/**
 * The engine that this test process is about: GRAMME_TEST_ENGINE, or memory.
 *
 * The runner runs every test file that imports this, directly or not, once for each engine.
 */
import { engineNames, engineVariable, requireEngineName, type EngineName } from './engine-names.js'

export const engineUnderTest: EngineName = requireEngineName(
  process.env[engineVariable] ?? engineNames[0],
)
