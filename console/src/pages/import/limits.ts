/** Records that are looked at to tell the format and the types of columns. */
export const sampleRecordsMax = 500
/** Records that the mapping shows. */
export const shownRecordsMax = 5
/** Problems that the page shows; an import writes all of them to a file. */
export const shownProblemsMax = 20
/** Keys that are remembered to find doubles within the files. */
export const rememberedKeysMax = 200_000
/** Keys that a dry run looks up in the table. */
export const lookedUpKeysMax = 100
/** Characters of one record: more than an item can have. */
export const recordCharactersMax = 4_000_000
/** Records that are planned at once. */
export const pageRecords = 100
