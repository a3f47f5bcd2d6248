import type { RulesByGame } from "./default-rules.ts";

/** The rules of each game in outline, in French. Payouts are the usual ones; where casinos differ, the text says so. */
export const RULES_FR: RulesByGame = {
  "machines-a-sous": {
    aim: "Obtenir, sur une ou plusieurs lignes, une suite de symboles qui figure dans la table des gains de la machine. Chaque partie est indépendante de la précédente : une machine n’est jamais « en retard », et rien de ce qui a été joué ne change ce qui vient.",
    round: [
      "Insérez un billet ou un ticket ; l’écran affiche votre crédit.",
      "Choisissez la valeur du crédit, le nombre de lignes et la mise par ligne. La mise totale de la partie s’affiche toujours avant le lancer.",
      "Lancez les rouleaux. Un tirage au sort, décidé à cet instant, fixe leur arrêt.",
      "Les combinaisons gagnantes s’ajoutent au crédit. Un symbole joker remplace les autres ; certains symboles ouvrent des tours supplémentaires, décrits à l’écran d’aide.",
      "Quand vous le souhaitez, encaissez : la machine imprime un ticket, à jouer ailleurs ou à échanger à la caisse.",
    ],
    bets: [
      "La mise minimale dépend de la machine : c’est la valeur du crédit multipliée par le nombre de lignes jouées.",
      "Miser davantage augmente le montant des gains, non la fréquence à laquelle une ligne gagne.",
      "Certaines machines partagent une cagnotte progressive ; les conditions pour y prétendre figurent sur la machine.",
      "La table des gains, accessible d’une touche, dit ce que paie chaque combinaison.",
    ],
  },
  "roulette-electronique": {
    aim: "Prévoir où la bille s’arrêtera. Le cylindre, réel et protégé par une cloche, porte les numéros de 1 à 36 et un seul zéro ; tous les postes suivent le même lancer.",
    round: [
      "Installez-vous à un poste et insérez un billet ou un ticket ; votre crédit s’affiche.",
      "Choisissez la valeur du jeton, puis touchez l’écran à l’endroit de vos mises. Une touche annule la dernière, une autre les répète.",
      "Un compte à rebours indique le temps qui reste. À zéro, les mises sont closes et la bille est lancée.",
      "Le numéro sorti s’affiche sur chaque écran, les gains s’ajoutent au crédit et un nouveau tour commence.",
      "Pour partir, encaissez : le ticket imprimé s’échange à la caisse.",
    ],
    bets: [
      "Plein, un numéro : 35 fois la mise. Cheval, deux numéros voisins : 17 fois.",
      "Transversale, trois numéros : 11 fois. Carré, quatre numéros : 8 fois. Sixain, six numéros : 5 fois.",
      "Douzaine ou colonne, douze numéros : 2 fois.",
      "Rouge ou noir, pair ou impair, manque (1 à 18) ou passe (19 à 36) : 1 fois. Le sort de ces mises lorsque le zéro sort est indiqué à l’écran.",
      "Les mises minimale et maximale figurent sur chaque poste.",
    ],
  },
  "black-jack-electronique": {
    aim: "Atteindre un total plus élevé que celui de la banque sans dépasser 21. Les figures valent 10, l’as 1 ou 11 au choix le plus favorable, les autres cartes leur valeur. Un as et une carte de 10 d’entrée forment un black jack.",
    round: [
      "Placez votre mise avant la fin du compte à rebours.",
      "Vous recevez deux cartes, la banque une carte visible.",
      "L’écran propose les choix permis : tirer une carte, rester, doubler la mise pour une seule carte de plus, ou séparer une paire en deux mains.",
      "Au-delà de 21, la mise est perdue aussitôt.",
      "La banque joue en dernier selon une règle fixe : elle tire jusqu’à 16 et reste à partir de 17. Les gains s’ajoutent à votre crédit.",
    ],
    bets: [
      "Une main meilleure que celle de la banque paie une fois la mise. À égalité, la mise est rendue.",
      "Un black jack est d’ordinaire payé trois pour deux, sauf si la banque en a un aussi.",
      "Quand la carte de la banque est un as, une assurance peut être prise, de la moitié de la mise : elle paie deux pour un si la banque a black jack.",
      "Le règlement et les limites de mise du poste s’affichent à l’écran d’aide.",
    ],
  },
  "roulette-anglaise": {
    aim: "Prévoir le numéro, ou le groupe de numéros, où s’arrêtera la bille. Le cylindre compte trente-sept cases : les numéros de 1 à 36, rouges ou noirs, et un seul zéro, vert.",
    round: [
      "Échangez vos espèces ou vos jetons de valeur contre des jetons de couleur : ils ne sont qu’à vous, et leur valeur est celle que vous choisissez.",
      "Placez vos mises sur le tapis, ou demandez au croupier de le faire.",
      "La bille est lancée. On peut encore miser jusqu’à l’annonce « rien ne va plus ».",
      "Le croupier marque le numéro sorti, ramasse les mises perdantes, puis paie les gagnantes ; une mise payée reste à vous, libre d’être reprise.",
      "En quittant la table, rendez vos jetons de couleur : ils sont changés en jetons de valeur, que la caisse rembourse.",
    ],
    bets: [
      "Plein, un numéro : 35 fois la mise. Cheval, deux numéros voisins : 17 fois.",
      "Transversale, trois numéros : 11 fois. Carré, quatre numéros : 8 fois. Sixain, six numéros : 5 fois.",
      "Douzaine ou colonne : 2 fois.",
      "Rouge ou noir, pair ou impair, manque (1 à 18) ou passe (19 à 36) : 1 fois. Le sort de ces mises lorsque le zéro sort, perdues ou partagées, est affiché à la table.",
    ],
  },
  "black-jack": {
    aim: "Atteindre un total plus élevé que celui du croupier sans dépasser 21. Les figures valent 10, l’as 1 ou 11 au choix le plus favorable, les autres cartes leur valeur. Un as et une carte de 10 d’entrée forment un black jack, la plus forte des mains.",
    round: [
      "Les joueurs placent leur mise dans la case devant eux.",
      "Chacun reçoit deux cartes découvertes ; le croupier montre au moins l’une des siennes.",
      "À votre tour, tirez une carte ou restez. Vous pouvez aussi doubler, pour une seule carte de plus, ou séparer une paire en deux mains, avec une seconde mise égale.",
      "Une main qui dépasse 21 perd aussitôt, même si le croupier dépasse ensuite.",
      "Le croupier joue en dernier : il tire jusqu’à 16 et reste à partir de 17. S’il dépasse 21, toutes les mains encore en jeu gagnent.",
    ],
    bets: [
      "Une main gagnante paie une fois la mise ; à égalité, la mise est rendue.",
      "Un black jack est d’ordinaire payé trois pour deux, sauf si le croupier en a un aussi.",
      "Si la carte visible du croupier est un as, une assurance de la moitié de la mise peut être prise : elle paie deux pour un s’il a black jack.",
      "Les règles pour doubler et séparer, ainsi que les mises minimale et maximale, sont affichées à la table.",
    ],
  },
  "ultimate-poker": {
    aim: "Former, avec ses deux cartes et cinq cartes communes, une meilleure combinaison de cinq cartes que celle du croupier. On joue contre lui seul ; il se qualifie avec une paire au moins.",
    round: [
      "Placez deux mises égales, l’Ante et la Blind.",
      "Vous recevez deux cartes, le croupier deux cartes cachées. Vous pouvez relancer tout de suite, de trois ou quatre fois l’Ante, ou attendre.",
      "Trois cartes communes sont retournées. Qui n’a pas relancé peut le faire, de deux fois l’Ante, ou attendre encore.",
      "Les deux dernières cartes communes sont retournées. Qui n’a pas encore relancé mise une fois l’Ante ou se couche, et perd alors ses mises.",
      "Le croupier montre ses cartes et compare les mains, une à une.",
    ],
    bets: [
      "Si vous gagnez, la relance paie une fois son montant, l’Ante aussi, à condition que le croupier soit qualifié : sinon l’Ante est rendue.",
      "La Blind ne paie qu’à partir de la suite, selon le tableau du tapis ; en dessous, elle est rendue à la main gagnante.",
      "Une main perdante perd l’Ante, la Blind et la relance ; toutefois, l’Ante est rendue si le croupier n’est pas qualifié. À égalité, les mises sont rendues.",
      "La mise Trips, facultative, paie à partir du brelan, quelle que soit l’issue du coup.",
    ],
  },
  "holdem-texas-poker": {
    aim: "Gagner le pot, soit avec la meilleure combinaison de cinq cartes au moment de montrer les mains, soit parce que tous les autres se sont couchés. On joue entre joueurs ; la maison donne les cartes.",
    round: [
      "Un bouton marque le donneur et tourne à chaque coup. Les deux joueurs à sa gauche posent la petite et la grosse blinde.",
      "Chacun reçoit deux cartes cachées. Premier tour d’enchères : se coucher, suivre ou relancer.",
      "Trois cartes communes sont retournées, le flop, puis un deuxième tour d’enchères.",
      "Une quatrième carte, la turn, puis une cinquième, la rivière, chacune suivie d’un tour d’enchères.",
      "Les joueurs restants montrent leurs mains. Chacun compte les cinq meilleures de ses deux cartes et des cinq communes ; à égalité, le pot est partagé.",
    ],
    bets: [
      "De la plus forte à la plus faible : quinte flush, carré, full, couleur, suite, brelan, double paire, paire, carte haute.",
      "En no limit, on peut miser jusqu’à tous ses jetons ; en pot limit, jusqu’au montant du pot.",
      "On ne joue que les jetons posés sur la table au début du coup. Qui n’en a plus assez fait tapis et ne peut gagner que la part du pot qu’il a couverte.",
      "La cave minimale, les blindes et la part retenue par la maison sont affichées à la table.",
    ],
  },
  omaha: {
    aim: "Gagner le pot, avec la meilleure combinaison de cinq cartes ou parce que tous les autres se sont couchés. La différence avec le hold’em tient en une règle : chaque main se compose d’exactement deux de ses quatre cartes et de trois cartes communes.",
    round: [
      "Les deux joueurs à gauche du bouton posent la petite et la grosse blinde.",
      "Chacun reçoit quatre cartes cachées. Premier tour d’enchères : se coucher, suivre ou relancer.",
      "Le flop, trois cartes communes, puis un deuxième tour d’enchères.",
      "La turn, puis la rivière, chacune suivie d’un tour d’enchères.",
      "Les joueurs restants montrent leurs quatre cartes. La meilleure combinaison permise emporte le pot ; à égalité, il est partagé.",
    ],
    bets: [
      "L’ordre des combinaisons est celui du poker : quinte flush, carré, full, couleur, suite, brelan, double paire, paire, carte haute.",
      "Quatre cartes d’une couleur sur le tapis ne suffisent pas : il en faut deux en main pour avoir la couleur. C’est l’erreur la plus commune.",
      "L’Omaha se joue le plus souvent en pot limit : une relance ne dépasse jamais le montant du pot, la mise à suivre comprise.",
      "La cave minimale, les blindes et la part retenue par la maison sont affichées à la table.",
    ],
  },
  craps: {
    aim: "Prévoir ce que montreront deux dés. La mise de base, la ligne de passe, suit le sort du lanceur sur une manche entière.",
    round: [
      "Les joueurs lancent à tour de rôle ; le lanceur mise et envoie les dés contre le bord opposé de la table.",
      "Premier jet, le « come out » : avec 7 ou 11, la ligne de passe gagne ; avec 2, 3 ou 12, elle perd.",
      "Tout autre total, 4, 5, 6, 8, 9 ou 10, devient le point, que le croupier marque d’un palet.",
      "Le lanceur continue jusqu’à refaire le point, et la ligne de passe gagne, ou jusqu’à faire 7, et elle perd.",
      "Après un 7 perdant, les dés passent au joueur suivant.",
    ],
    bets: [
      "Passe (pass line) : paie une fois la mise.",
      "Contre passe (don’t pass) : à peu près l’inverse. Au premier jet elle perd avec 7 ou 11, gagne avec 2 ou 3, et 12 est nul ; ensuite elle gagne si le 7 sort avant le point.",
      "Come et don’t come : les mêmes paris, pris en cours de manche.",
      "Les odds, ajoutées derrière une mise de passe, paient selon les chances exactes du point : 2 pour 1 sur 4 et 10, 3 pour 2 sur 5 et 9, 6 pour 5 sur 6 et 8.",
      "Field, nombres placés et coups uniques paient selon le tapis.",
    ],
  },
  boule: {
    aim: "Prévoir lequel des neuf numéros la balle choisira. Le plateau est creusé de cases numérotées de 1 à 9 ; le 5, au centre du jeu, tient le rôle du zéro.",
    round: [
      "Placez vos jetons sur le tapis, sur un numéro ou sur une chance simple.",
      "Le croupier lance la balle autour du plateau. On peut miser jusqu’à l’annonce « rien ne va plus ».",
      "La balle perd de la vitesse, rebondit de case en case et s’arrête.",
      "Le croupier annonce le numéro et ses chances, ramasse les mises perdantes et paie les gagnantes.",
      "Les mises gagnantes restent sur le tapis jusqu’à ce qu’on les retire.",
    ],
    bets: [
      "Un numéro plein paie sept fois la mise. Le 5 peut se jouer comme les autres.",
      "Rouge : 2, 4, 7 et 9. Noir : 1, 3, 6 et 8. Chacun paie une fois la mise.",
      "Pair : 2, 4, 6 et 8. Impair : 1, 3, 7 et 9. Chacun paie une fois la mise.",
      "Manque : 1 à 4. Passe : 6 à 9. Chacun paie une fois la mise.",
      "Quand le 5 sort, toutes les chances simples perdent. Les mises minimale et maximale sont affichées à la table.",
    ],
  },
  "sic-bo": {
    aim: "Prévoir ce que montreront trois dés, secoués ensemble sous une cloche. Chaque coup est une partie entière.",
    round: [
      "Placez vos jetons sur les cases du tapis ; plusieurs mises sont permises.",
      "Le croupier annonce la fin des mises, puis secoue les dés.",
      "La cloche est levée, et les trois chiffres sont annoncés avec leur total.",
      "Les cases gagnantes s’éclairent ou sont désignées ; les mises perdantes sont ramassées, les gagnantes payées.",
      "Les dés sont recouverts et un nouveau coup commence.",
    ],
    bets: [
      "Petit, un total de 4 à 10, ou grand, de 11 à 17 : une fois la mise. Tout triple fait perdre les deux.",
      "Un chiffre : une fois la mise s’il sort sur un dé, deux fois sur deux dés et, le plus souvent, trois fois sur trois.",
      "Combinaison de deux chiffres différents, double annoncé, triple annoncé ou triple quelconque : du plus probable au plus rare, de mieux en mieux payés.",
      "Un total exact, de 4 à 17 : d’autant mieux payé qu’il est rare.",
      "Ces paiements varient d’une maison à l’autre : ceux du tapis font foi.",
    ],
  },
  "punto-banco": {
    aim: "Miser sur la main qui sera la plus proche de 9 : le joueur (punto) ou la banque (banco). L’as vaut 1, les cartes de 2 à 9 leur valeur, le 10 et les figures zéro ; du total, on ne garde que les unités.",
    round: [
      "Placez votre mise sur le joueur, sur la banque ou sur l’égalité.",
      "Le croupier donne deux cartes à chaque main.",
      "Si l’une des mains fait 8 ou 9, elle est naturelle et le coup s’arrête là.",
      "Sinon, le joueur tire une troisième carte de 0 à 5 et reste à 6 ou 7. La banque suit ensuite une règle fixe, qui dépend de son total et de la carte tirée par le joueur.",
      "La main la plus proche de 9 gagne. Personne, au tapis, n’a de décision à prendre après la mise.",
    ],
    bets: [
      "Joueur : paie une fois la mise.",
      "Banque : paie une fois la mise, le plus souvent moins une commission de 5 %.",
      "Égalité : paie d’ordinaire huit fois la mise. Quand elle sort, les mises sur le joueur et la banque sont rendues.",
      "D’autres mises, sur une paire par exemple, peuvent être proposées ; elles sont décrites sur le tapis, avec les mises minimale et maximale.",
    ],
  },
  poker: {
    aim: "Gagner le pot, avec la meilleure combinaison de cinq cartes ou parce que tous les autres se sont couchés. Au Texas hold’em comme à l’Omaha, on joue entre joueurs ; la maison donne les cartes et veille aux règles.",
    round: [
      "Deux blindes ouvrent le pot. Chacun reçoit ses cartes cachées : deux au hold’em, quatre à l’Omaha.",
      "Premier tour d’enchères : se coucher, suivre ou relancer.",
      "Cinq cartes communes sont retournées en trois temps : le flop (trois cartes), la turn et la rivière. Un tour d’enchères suit chaque temps.",
      "Les joueurs restants montrent leurs mains. Au hold’em, les cinq meilleures cartes comptent ; à l’Omaha, exactement deux cartes de la main et trois du tapis.",
      "La meilleure combinaison emporte le pot ; à égalité, il est partagé.",
    ],
    bets: [
      "De la plus forte à la plus faible : quinte flush, carré, full, couleur, suite, brelan, double paire, paire, carte haute.",
      "Le hold’em se joue surtout en no limit, l’Omaha en pot limit.",
      "On ne joue que les jetons posés sur la table au début du coup.",
      "La cave minimale, les blindes et la part retenue par la maison sont affichées à la table.",
    ],
  },
};
