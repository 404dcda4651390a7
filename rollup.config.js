/**
 * The bundle: what `npm start` runs and what the package ships, made from the compiled sources.
 *
 * One folder with few files starts twice as fast as hundreds of modules. The server is CommonJS, which
 * Node loads faster than ES modules, and so it can also be required. What a start does not need (other
 * engines, other commands) stays in chunks that are loaded on use. Packages stay outside: npm installs them.
 */
import { rmSync } from 'node:fs'
import { dts } from 'rollup-plugin-dts'
import { minify } from 'terser'

const folder = 'dist/bundle'
const external = (id) => !/^[./]/.test(id)

export default [
  {
    input: {
      main: 'dist/src/cli/main.js',
      gramme: 'dist/src/server/gramme.js',
      // What `gramme start` runs in other processes if there are several.
      'worker-process': 'dist/src/server/workers/worker-process.js',
      // What sends the answers of a busy server, in a thread.
      'sending-thread': 'dist/src/wire/http/sending/sending-thread.js',
      // What searches vectors, in threads.
      'search-thread': 'dist/src/search/memory/search-thread.js',
    },
    external,
    plugins: [cleanFolder(), dense()],
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
    plugins: [dense()],
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

/**
 * Comments and blanks are two fifths of the sources, and Node would read them at every start. Names and lines
 * stay, so that a stack can still be read.
 */
function dense() {
  const mangle = { keep_fnames: true, keep_classnames: true }
  const options = { compress: false, mangle, format: { comments: false, semicolons: false } }
  return { name: 'dense', renderChunk: (code) => minify(code, options) }
}

/** Warnings are faults, except for cycles between files: those that there may be are tested elsewhere. */
function onwarn(warning) {
  if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(warning.message)
}
