// `npm run postpack`: the package.json of the checkout again, of which `prepack` has made the one that is published.
import { existsSync, renameSync } from 'node:fs';

const KEPT = '.cache/package.json';
if (existsSync(KEPT)) renameSync(KEPT, 'package.json');
