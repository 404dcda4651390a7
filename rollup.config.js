/**
 * The bundle: what `npm start` runs and what the package ships, made from the compiled sources.
 *
 * One folder with few files starts twice as fast as hundreds of modules. The server is CommonJS, which
 * Node loads faster than ES modules, and so it can also be required. What a start does not need (other
 * engines, other commands) stays in chunks that are loaded on use. Packages stay outside: npm installs them.
 */
import { rmSync } from 'node:fs'
import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'

const folder = 'dist/bundle'
const external = (id) => !/^[./]/.test(id)

export default [
  {
    input: { main: 'dist/src/cli/main.js', gramme: 'dist/src/server/gramme.js' },
    external,
    plugins: [cleanFolder(), withoutComments()],
    output: {
      dir: folder,
      format: 'cjs',
      // As Node itself imports CommonJS from ES modules.
      interop: 'default',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
    },
    onwarn,
  },
  {
    // A trigger's handler runs in a process of its own, and Node takes hooks for imports only as ES modules.
    input: {
      'handler-process': 'dist/src/functions/handler-process.js',
      'typescript-hooks': 'dist/src/functions/typescript-hooks.js',
    },
    external,
    plugins: [withoutComments()],
    output: { dir: folder, format: 'es', chunkFileNames: '[name].js' },
    onwarn,
  },
  {
    input: 'dist/src/server/gramme.d.ts',
    external,
    plugins: [dts()],
    output: { file: `${folder}/gramme.d.cts` },
    onwarn,
  },
]

/** A chunk that no longer exists must not be shipped. */
function cleanFolder() {
  return {
    name: 'clean-folder',
    buildStart: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Node would read them at every start, and they are a third of the sources. */
function withoutComments() {
  const compilerOptions = { target: 'esnext', module: 'esnext', removeComments: true }
  return {
    name: 'without-comments',
    renderChunk: (code, { fileName }) =>
      ts.transpileModule(code, { fileName: `${fileName}.js`, compilerOptions }).outputText,
  }
}

/** Warnings are faults, except for cycles between files: those that there may be are tested elsewhere. */
function onwarn(warning) {
  if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message)
}
