import { defineConfig } from 'vitest/config';
import { embedTemplates } from './scripts/embedTemplates.mjs';

// `npx vitest` alone must see the templates as they are now.
embedTemplates();

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Two: the software adapter uses several threads itself, and time limits are in wall-clock time.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
