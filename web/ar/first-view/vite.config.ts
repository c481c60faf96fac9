import { defineConfig } from 'vite';
import { firstViewConfig } from '../../build/first-view-config.ts';
import { buildLanguages } from '../../build/language.ts';

export default defineConfig(firstViewConfig(buildLanguages.ar));
