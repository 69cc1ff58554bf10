import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['**/dist', 'data', 'coverage'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.mjs', '*.cjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      complexity: ['error', 10],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read once, in src/platform/config.' },
      ],
      // The compiler reports undefined names.
      'no-undef': 'off',
      // Texts may contain any Unicode character.
      'no-control-regex': 'off',
      // An abstract class serves as an interface with a name at run time.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  // A list of rules.
  { files: ['.dependency-cruiser.cjs'], rules: { 'max-lines': 'off' } },
  { files: ['src/platform/config/**', 'test/**', 'bin/**', '*.js'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['test/**', '**/*.spec.ts', '**/*.fake.ts'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
