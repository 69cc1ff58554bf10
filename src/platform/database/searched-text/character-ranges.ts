/**
 * Ranges of code points, from the properties of Unicode 17, because the regular expressions of PostgreSQL know none. A
 * database keeps the expression that it was made with, so that they are no property of the program's Node.js.
 */

/** Marks and invisible characters, without the voiced sound marks of Japanese. */
export const DROPPED = [
  'ad 300-36f 483-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 61c 64b-65f 670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 711',
  '730-74a 7a6-7b0 7eb-7f3 7fd 816-819 81b-823 825-827 829-82d 859-85b 897-89f 8ca-8e1 8e3-903 93a-93c 93e-94f',
  '951-957 962-963 981-983 9bc 9be-9c4 9c7-9c8 9cb-9cd 9d7 9e2-9e3 9fe a01-a03 a3c a3e-a42 a47-a48 a4b-a4d a51',
  'a70-a71 a75 a81-a83 abc abe-ac5 ac7-ac9 acb-acd ae2-ae3 afa-aff b01-b03 b3c b3e-b44 b47-b48 b4b-b4d b55-b57',
  'b62-b63 b82 bbe-bc2 bc6-bc8 bca-bcd bd7 c00-c04 c3c c3e-c44 c46-c48 c4a-c4d c55-c56 c62-c63 c81-c83 cbc cbe-cc4',
  'cc6-cc8 cca-ccd cd5-cd6 ce2-ce3 cf3 d00-d03 d3b-d3c d3e-d44 d46-d48 d4a-d4d d57 d62-d63 d81-d83 dca dcf-dd4 dd6',
  'dd8-ddf df2-df3 e31 e34-e3a e47-e4e eb1 eb4-ebc ec8-ece f18-f19 f35 f37 f39 f3e-f3f f71-f84 f86-f87 f8d-f97',
  'f99-fbc fc6 102b-103e 1056-1059 105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f 109a-109d 115f-1160',
  '135d-135f 1712-1715 1732-1734 1752-1753 1772-1773 17b4-17d3 17dd 180b-180f 1885-1886 18a9 1920-192b 1930-193b',
  '1a17-1a1b 1a55-1a5e 1a60-1a7c 1a7f 1ab0-1add 1ae0-1aeb 1b00-1b04 1b34-1b44 1b6b-1b73 1b80-1b82 1ba1-1bad',
  '1be6-1bf3 1c24-1c37 1cd0-1cd2 1cd4-1ce8 1ced 1cf4 1cf7-1cf9 1dc0-1dff 200b-200f 202a-202e 2060-206f 20d0-20f0',
  '2cef-2cf1 2d7f 2de0-2dff 302a-302f 3164 a66f-a672 a674-a67d a69e-a69f a6f0-a6f1 a802 a806 a80b a823-a827 a82c',
  'a880-a881 a8b4-a8c5 a8e0-a8f1 a8ff a926-a92d a947-a953 a980-a983 a9b3-a9c0 a9e5 aa29-aa36 aa43 aa4c-aa4d',
  'aa7b-aa7d aab0 aab2-aab4 aab7-aab8 aabe-aabf aac1 aaeb-aaef aaf5-aaf6 abe3-abea abec-abed fb1e fe00-fe0f',
  'fe20-fe2f feff ffa0 fff0-fff8 101fd 102e0 10376-1037a 10a01-10a03 10a05-10a06 10a0c-10a0f 10a38-10a3a 10a3f',
  '10ae5-10ae6 10d24-10d27 10d69-10d6d 10eab-10eac 10efa-10eff 10f46-10f50 10f82-10f85 11000-11002 11038-11046',
  '11070 11073-11074 1107f-11082 110b0-110ba 110c2 11100-11102 11127-11134 11145-11146 11173 11180-11182',
  '111b3-111c0 111c9-111cc 111ce-111cf 1122c-11237 1123e 11241 112df-112ea 11300-11303 1133b-1133c 1133e-11344',
  '11347-11348 1134b-1134d 11357 11362-11363 11366-1136c 11370-11374 113b8-113c0 113c2 113c5 113c7-113ca',
  '113cc-113d0 113d2 113e1-113e2 11435-11446 1145e 114b0-114c3 115af-115b5 115b8-115c0 115dc-115dd 11630-11640',
  '116ab-116b7 1171d-1172b 1182c-1183a 11930-11935 11937-11938 1193b-1193e 11940 11942-11943 119d1-119d7',
  '119da-119e0 119e4 11a01-11a0a 11a33-11a39 11a3b-11a3e 11a47 11a51-11a5b 11a8a-11a99 11b60-11b67 11c2f-11c36',
  '11c38-11c3f 11c92-11ca7 11ca9-11cb6 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 11d8a-11d8e 11d90-11d91',
  '11d93-11d97 11ef3-11ef6 11f00-11f01 11f03 11f34-11f3a 11f3e-11f42 11f5a 13440 13447-13455 1611e-1612f',
  '16af0-16af4 16b30-16b36 16f4f 16f51-16f87 16f8f-16f92 16fe4 16ff0-16ff1 1bc9d-1bc9e 1bca0-1bca3 1cf00-1cf2d',
  '1cf30-1cf46 1d165-1d169 1d16d-1d182 1d185-1d18b 1d1aa-1d1ad 1d242-1d244 1da00-1da36 1da3b-1da6c 1da75 1da84',
  '1da9b-1da9f 1daa1-1daaf 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae',
  '1e2ec-1e2ef 1e4ec-1e4ef 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e8d0-1e8d6 1e944-1e94a e0000-e0fff',
].join(' ');

/** Punctuation, signs, spaces and control characters; unassigned characters between them are among them. */
export const SEPARATORS = [
  '1-2f 3a-40 5b-60 7b-a9 ab-ac ae-b1 b4 b6-b8 bb bf d7 f7 2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-2ff 375 37e 384-385 387',
  '3f6 482 55a-55f 589-58f 5be 5c0 5c3 5c6 5f3-60f 61b 61d-61f 66a-66d 6d4 6dd-6de 6e9 6fd-6fe 700-70f 7f6-7f9',
  '7fe-7ff 830-83e 85e 888 890-891 8e2 964-965 970 9f2-9f3 9fa-9fb 9fd a76 af0-af1 b70 bf3-bfa c77 c7f c84 d4f d79',
  'df4 e3f e4f e5a-e5b f01-f17 f1a-f1f f34 f36 f38 f3a-f3d f85 fbe-fc5 fc7-fda 104a-104f 109e-109f 10fb 1360-1368',
  '1390-1399 1400 166d-166e 1680 169b-169c 16eb-16ed 1735-1736 17d4-17d6 17d8-17db 1800-180a 1940-1945 19de-19ff',
  '1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b4e-1b4f 1b5a-1b6a 1b74-1b7f 1bfc-1bff 1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3 1fbd',
  '1fbf-1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fef 1ffd-200a 2010-2029 202f-205f 207a-207e 208a-208e 20a0-20c1 2100-2101',
  '2103-2106 2108-2109 2114 2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f 218a-244a',
  '249c-24e9 2500-2775 2794-2bff 2ce5-2cea 2cf9-2cfc 2cfe-2cff 2d70 2e00-2e2e 2e30-3004 3008-3020 3030 3036-3037',
  '303d-303f 309b-309c 30a0 30fb 3190-3191 3196-319f 31c0-31ef 3200-321e 322a-3247 3250 3260-327f 328a-32b0',
  '32c0-33ff 4dc0-4dff a490-a4c6 a4fe-a4ff a60d-a60f a673 a67e a6f2-a716 a720-a721 a789-a78a a828-a82b a836-a839',
  'a874-a877 a8ce-a8cf a8f8-a8fa a8fc a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aa77-aa79 aade-aadf aaf0-aaf1',
  'ab5b ab6a-ab6b abeb fb29 fbb2-fbd2 fd3e-fd4f fd90-fd91 fdc8-fdcf fdfc-fdff fe10-fe19 fe30-fe6b ff01-ff0f',
  'ff1a-ff20 ff3b-ff40 ff5b-ff65 ffe0-ffee fff9-fffd 10100-10102 10137-1013f 10179-10189 1018c-101fc 1039f 103d0',
  '1056f 10857 10877-10878 1091f 1093f 10a50-10a58 10a7f 10ac8 10af0-10af6 10b39-10b3f 10b99-10b9c 10d6e',
  '10d8e-10d8f 10ead 10ed0-10ed8 10f55-10f59 10f86-10f89 11047-1104d 110bb-110c1 110cd 11140-11143 11174-11175',
  '111c5-111c8 111cd 111db 111dd-111df 11238-1123d 112a9 113d4-113d8 1144b-1144f 1145a-1145d 114c6 115c1-115d7',
  '11641-11643 11660-1166c 116b9 1173c-1173f 1183b 11944-11946 119e2 11a3f-11a46 11a9a-11a9c 11a9e-11aa2',
  '11b00-11b09 11be1 11c41-11c45 11c70-11c71 11ef7-11ef8 11f43-11f4f 11fd5-11fff 12470-12474 12ff1-12ff2',
  '13430-1343f 16a6e-16a6f 16af5 16b37-16b3f 16b44-16b45 16d6d-16d6f 16e97-16e9a 16fe2 1bc9c 1bc9f 1cc00-1ccef',
  '1ccfa-1cef0 1cf50-1d164 1d16a-1d16c 1d183-1d184 1d18c-1d1a9 1d1ae-1d241 1d245 1d300-1d356 1d6c1 1d6db 1d6fb',
  '1d715 1d735 1d74f 1d76f 1d789 1d7a9 1d7c3 1d800-1d9ff 1da37-1da3a 1da6d-1da74 1da76-1da83 1da85-1da8b 1e14f',
  '1e2ff 1e5ff 1e95e-1e95f 1ecac 1ecb0 1ed2e 1eef0-1f0f5 1f10d-1fbef 1fbfa',
].join(' ');

/** Characters that are words: of Chinese, Japanese and Korean, and of Yi, Tangut and Nushu. */
export const IDEOGRAPHS = [
  '1100-11ff 2e80-2fdf 3005-3007 3021-3029 3040-318f 31a0-31bf 31f0-31ff 3400-4dbf 4e00-9fff a000-a48f a960-a97f',
  'ac00-d7ff f900-faff 16fe0-18dff 1aff0-1b2ff 20000-3ffff',
].join(' ');

/**
 * Letters of scripts that are written without spaces: Thai, Lao, Tibetan, Myanmar, Khmer, Tai Le, New Tai Lue, Tai
 * Tham, Balinese, Javanese, Tai Viet, Ahom.
 */
export const UNSPACED =
  'e01-e3a e40-e5b e80-fff 1000-109f 1780-17ff 1950-19df 1a20-1aaf 1b00-1b7f a980-a9ff aa60-aadf 11700-1174f';

const charactersOf = (ranges: string, format: (hex: string) => string): string =>
  ranges
    .split(' ')
    .map((range) => range.split('-').map(format).join('-'))
    .join('');

/** As members of a class of a regular expression with the flag `u`. */
export const inClass = (ranges: string): string => charactersOf(ranges, (hex) => `\\u{${hex}}`);

/** The same for PostgreSQL. */
export const inSqlClass = (ranges: string): string => charactersOf(ranges, (hex) => `\\U${hex.padStart(8, '0')}`);
