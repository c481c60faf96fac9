import { defineConfig } from 'vite';
import { buildLanguages } from '../build/language.ts';
import { webConfig } from '../build/web-config.ts';

export default defineConfig(webConfig(buildLanguages.ar));
