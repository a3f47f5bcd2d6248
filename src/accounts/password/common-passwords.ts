import { dictionary } from "@zxcvbn-ts/language-common";

/** Passwords from public leaks, in lower case, the most common first. */
const STOLEN: readonly string[] = dictionary["passwords-common"];
const STOLEN_ALL = new Set(STOLEN);
const STOLEN_MOST = new Set(STOLEN.slice(0, 10_000));

/**
 * Words that guessers try first in our visitors' languages, beside the leaked ones. The password rule demands a capital, a digit and a
 * special character, so people dress a common word up: "Password1!", "P@ssw0rd", "Azerty123!". Every usual variant of a word is
 * refused. The list was compiled for this product.
 */
const WORDS = new Set(
  `
  password passwort passe motdepasse mdp pass secret admin administrator administrateur root user utilisateur guest invite
  login logon signin welcome bienvenue hello bonjour salut coucou letmein letmeinnow openup opensesame access changeme change
  temp temporary test tester testing demo default master system server computer ordinateur internet google facebook apple
  samsung nokia iphone android windows microsoft linux ubuntu oracle cisco backup manager office support service client
  a aa azerty azertyuiop azert azer qwerty qwertyuiop qwert qwertz asdf asdfgh asdfghjkl qsdf qsdfgh qsdfghjklm zxcvbn zxcvbnm
  wxcvbn azeqsd qazwsx qazwsxedc qaz wsx wsxedc aqwzsx aqw poiuy poiuytreza poiuytrewq mlkjhgfdsq lkjhgf mnbvcxz abcd abcde
  abcdef abcdefg abcdefgh abc abcabc aaaa aaaaaa aaaaaaaa aaa bbbbbb xxxxxx zzzzzz qqqqqq
  iloveyou iloveu ilove loveyou love lovely lover jetaime amour monamour cheri cherie doudou loulou louloute chouchou bisous
  bisounours coeur moncoeur princesse princess prince reine king queen ange angel angels angelique diable devil demon dieu god
  jesus jesuschrist christ allah inchallah bismillah marie joseph moses heaven faith blessed hope peace
  soleil sunshine sunflower sun moon lune etoile star stars starwars startrek galaxy planet earth terre monde world ocean sea
  flower fleur rose lily daisy iris violet violette jasmine papillon butterfly rainbow arcenciel neige snow winter hiver
  spring printemps summer ete autumn automne fall january janvier february fevrier march mars april avril may mai june juin
  july juillet august aout september septembre october octobre november novembre december decembre monday lundi tuesday mardi
  wednesday mercredi thursday jeudi friday vendredi saturday samedi sunday dimanche weekend
  monkey singe dragon tiger tigre lion lionne wolf loup bear ours eagle aigle falcon hawk shark requin dolphin dauphin horse
  cheval pony poney dog chien doggy puppy cat chat kitty kitten minou minette chaton rabbit lapin bunny hamster souris mouse
  panda koala cow vache pig cochon chicken poulet duck canard frog grenouille snake serpent spider araignee turtle tortue
  fish poisson bird oiseau animal animaux cobra panther panthere phoenix griffin unicorn licorne
  football foot footbal soccer baseball basket basketball hockey tennis rugby golf swimming natation judo karate boxing
  psg om olympique marseille paris parissg lyon lille bordeaux toulouse nantes rennes nice monaco strasbourg lens stade
  barcelona barca realmadrid madrid juventus arsenal chelsea liverpool manchester united ronaldo messi zidane mbappe neymar
  ronaldinho beckham jordan lakers yankees cowboys steelers packers eagles patriots redsox ferrari porsche mercedes bmw audi
  peugeot renault citroen honda yamaha kawasaki suzuki ducati harley davidson mustang corvette camaro
  batman superman spiderman ironman wolverine avengers thor hulk joker marvel pokemon pikachu naruto sasuke goku dragonball
  sangoku vegeta mario luigi zelda sonic minecraft fortnite warcraft starcraft diablo halo callofduty matrix terminator
  harrypotter potter hogwarts gandalf frodo aragorn tolkien yoda vader skywalker jedi sith mickey minnie disney donald simba
  nemo bambi tigrou winnie snoopy garfield simpson homer bart southpark kenny barbie hellokitty tintin asterix obelix
  metallica nirvana slipknot acdc ironmaiden linkinpark greenday eminem tupac rihanna beyonce shakira madonna michael jackson
  elvis beatles bobmarley marley music musique guitar guitare piano rock rocknroll hiphop techno dance danse
  michel michelle jean pierre jacques paul philippe nicolas thomas julien alexandre alexandra alex alexis maxime antoine
  vincent olivier laurent francois frederic christophe stephane david daniel patrick pascal sebastien guillaume mathieu
  matthieu matthew benjamin romain florian kevin jeremy anthony quentin clement hugo lucas louis leo nathan theo enzo mathis
  camille chloe manon lea emma sarah laura julie marine pauline marion celine aurelie sandrine nathalie isabelle valerie
  sylvie catherine martine christine caroline charlotte mathilde clara ines jade louise alice juliette sophie stephanie
  virginie veronique nadia fatima mohamed mohammed ahmed ali karim said hassan omar youssef ibrahim
  john james robert william richard charles joseph andrew joshua justin brandon ryan jason jordan austin tyler dylan jessica
  jennifer ashley amanda nicole samantha elizabeth hannah taylor brittany melissa danielle rachel michaela george harry
  oliver jack charlie peter chris christian martin simon steven stephen thomas tommy jimmy johnny bobby billy buster maggie
  ginger pepper cookie sammy bailey lucky max rocky buddy tigger shadow hunter ranger killer soldier warrior ninja samurai
  pirate viking spartan gladiator knight wizard magic merlin arthur lancelot excalibur mystery legend hero heros champion
  winner gagnant victory victoire trustno trustnoone whatever nothing something anything forever always toujours jamais never
  freedom liberte liberty justice france paname french francais belgique bruxelles belgium suisse swiss geneve lausanne zurich
  london england english american america usa canada quebec montreal newyork california florida texas boston chicago
  chocolat chocolate vanille vanilla caramel nutella banane banana fraise strawberry cerise cherry pomme orange citron lemon
  peach peche kiwi mango cookie gateau bonbon candy sugar honey miel coffee cafe coca cocacola pepsi pizza burger cheese
  fromage vodka whisky tequila pastis biere beer wine champagne bordeaux
  red rouge blue bleu green vert black noir white blanc yellow jaune pink rose purple silver argent gold golden diamond
  diamant crystal cristal pearl perle money argent dollar euro million millionaire richesse bingo poker roulette blackjack
  jackpot lotto loto fortune chance luck
  baby bebe bebes mommy mummy maman papa daddy father mother mere pere frere soeur brother sister family famille enfant
  enfants friends friend ami amis copain copine bestfriend sexy hottie babe bitch fuck fuckyou fuckoff asshole pussy shit
  merde putain salope connard nique niquetamere encule sex sexe porn porno penis vagina nipple boobs
  happy heureux joyeux smile sourire crazy foufou cool super genial great awesome perfect beautiful belle beau pretty handsome
  strong power puissance energy thunder lightning storm tonnerre eclair flash fire feu ice glace water eau wind vent
  school ecole college lycee student etudiant teacher professor bonjourmonde helloworld jesuisla cestmoi moimoi toitoi
  vacances holiday travel voyage airplane avion train voiture moto camion bateau maison home house castle chateau jardin
  garden forest foret montagne mountain plage beach island ile riviere river lake lac
  police pompier doctor docteur docteurs medecin nurse infirmiere army marine marines navy airforce pilot pilote
  trustme believe dream dreams reve reves wish wishes spirit esprit soul ame life vie lifeis mylife mavie death mort zombie
  vampire ghost fantome skull blood sang darkness dark light lumiere midnight minuit morning matin night nuit today tomorrow
  yesterday time temps number numero letter lettre word mot phone telephone mobile portable email mail message photo
  video camera cinema movie film television radio book livre journal keyboard clavier souris screen ecran printer
  `
    .trim()
    .split(/\s+/),
);

/** Digits that people add to a word because a digit is demanded. */
const USUAL_DIGITS =
  /^(\d|(\d)\2+|0?123456789?0?|0?12345678|0?1234567|0?123456|0?12345|0?1234|0?123|0?12|01|10|11|13|21|22|23|42|59|69|75|77|92|93|94|99|007|321|987|654321|54321|4321|2580|1789|1998)$/;
const YEAR = /^(19[4-9]\d|20[0-3]\d)$/;
/** Words that people often join with a year. */
const DATED =
  /^(password|passe|motdepasse|welcome|bienvenue|bonjour|azerty|qwerty|admin|winter|hiver|spring|printemps|summer|ete|autumn|automne|january|janvier|february|fevrier|march|mars|april|avril|may|mai|june|juin|july|juillet|august|aout|september|septembre|october|octobre|november|novembre|december|decembre)$/;

const LOOKALIKES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "€": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/** The characters over the digits of a US keyboard, from 1 on: people who need a special character hold Shift. */
const SHIFTED = "!@#$%^&*()";

/** True for one of the 10,000 most common passwords or a usual variant of one. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const bare = plain.replaceAll(/^[^\p{L}\p{N}@$€]+|[^\p{L}\p{N}]+$/gu, "");
  const unshifted = plain.replaceAll(/[!@#$%^&*()]/g, (mark) => String((SHIFTED.indexOf(mark) + 1) % 10));
  const forms = [plain, bare, unshifted, withoutMarks(plain)];
  if (forms.some((form) => STOLEN_ALL.has(form) || /^(.{1,4})\1+$/u.test(form))) return true;
  return isDressedWord(bare) || isDressedWord(plain) || isNumberRow(bare);
}

/** True for a word, also in lookalike characters, with usual digits before or after it and special characters anywhere. */
function isDressedWord(text: string): boolean {
  if (isWord(withoutMarks(text)) || isWord(undisguised(text))) return true;
  const before = /^(\d+)[^\p{L}\p{N}]*(.+)$/u.exec(text);
  const behind = /^(.*?)[^\p{L}\p{N}]*(\d*)$/u.exec(text);
  return isDressed(before?.[2], before?.[1]) || isDressed(behind?.[1], behind?.[2]);
}

function isDressed(word = "", digits = ""): boolean {
  const [spelt, meant] = [withoutMarks(word), undisguised(word)];
  if (!isWord(spelt) && !isWord(meant)) return false;
  return digits === "" || USUAL_DIGITS.test(digits) || (YEAR.test(digits) && (DATED.test(spelt) || DATED.test(meant)));
}

function isWord(text: string): boolean {
  return WORDS.has(text) || STOLEN_MOST.has(text);
}

function undisguised(text: string): string {
  return withoutMarks(text.replaceAll(/[@43€1!0$57]/g, (mark) => LOOKALIKES[mark] ?? mark));
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isNumberRow(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  const letters = text.replaceAll(/[^\p{L}]/gu, "");
  return letters.length <= 1 && USUAL_DIGITS.test(digits);
}
