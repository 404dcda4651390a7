import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig([
  globalIgnores([
    'dist/',
    'gramme-data/',
    'src/api/generated/',
    'src/vectors/generated/',
    'console/src/api/generated/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.src.json', 'tsconfig.json', 'console/tsconfig.json'] },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      // Members taken out of a rest, and arguments that an interface asks for.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      // With noUncheckedIndexedAccess, `list[i]!` is how code says that it has just checked the index.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Takes a flag that a callback sets for a constant.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Counts characters, as AWS does, where the rule would count graphemes.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          allowBoolean: true,
          allowNullish: true,
          allowAny: true,
          allowRegExp: true,
        },
      ],
      // An interface fixes a method as async; an engine that answers at once still has to keep it.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
      ],
    },
  },
  {
    // node:test's describe and it return promises that the runner itself awaits.
    files: ['**/*.test.ts', '**/*-suite.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['describe', 'it', 'test', 'before', 'after'],
            },
          ],
        },
      ],
    },
  },
])
