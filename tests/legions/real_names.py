"""Real names of people in twelve languages: all combinations of given names and surnames."""

from collections.abc import Iterator

REAL_NAMES: dict[str, tuple[str, str]] = {
    "German": (
        "Anna Jürgen Jens Björn Käthe Sören Arne Amelie Zoë Günther Heinz Ilse Bernd Lorna Mila Elias"
        " Ida Till Jörg Uwe",
        "Müller Weiß Schröder Großmann Mustermann Muster Klein von-Arnim Bäcker Ilg",
    ),
    "English": (
        "Alice Bob Carl Ian Ella Elia Emma Arnie Will Bill Lily Iris Oliver Amelia Noah Isla Rory Mia Liam Olivia",
        "Smith Root Staff Curran Adams Moderow O'Brien Lloyd Illingworth Armstrong",
    ),
    "Spanish": (
        "José Jose María Íñigo Begoña Ángel Lucía Martín Sofía Nuño Raúl Inés Óscar Elena Pilar Iker"
        " Ainhoa Ramón Eva Lola",
        "García Muñoz Núñez Ibáñez Peña Gómez López Vidal Camarón Oroz",
    ),
    "French": (
        "François Françoise Zoé Noël Hélène Aurélie Jérôme Éloïse Benoît Maëlle Gaël Anaïs Loïc Célia"
        " Agnès Cyril Océane Rémi Lou Yves",
        "Lefèvre Garçon Dupré Moreau Rousseau Gauthier Perrin Leroy Brûlé L'Hôte",
    ),
    "Polish": (
        "Łukasz Małgorzata Paweł Żaneta Józef Adam Zofia Świętosława Grażyna Wojciech Bożena Jarosław"
        " Kinga Oskar Ola Iwona Stanisław Ewa Marek Ula",
        "Wałęsa Dąbrowski Żak Kowalczyk Wójcik Śliwa Łoś Nowak Zięba Mróz",
    ),
    "Turkish": (
        "İbrahim Işıl Ayşe Çağla Özgür Ümit Şule Gökçe İlknur Tuğba Barış Dilara Emre Yağmur Kadir"
        " Nilüfer Ece Okan Sıla Umut",
        "Yılmaz Öztürk Çelik Şahin Güneş Ilgaz Kılıç Doğan Aydın İnan",
    ),
    "Russian": (
        "Анна Сергей Юлия Пётр Мария Алексей Ольга Иван Наталья Дмитрий Ёлка Игорь Светлана Фёдор Ирина"
        " Щукарь Оля Роман Вера Лев",
        "Иванов Петрова Щербаков Жуков Соловьёв Морозова Йованович Цой Хохлов Сорока",
    ),
    "Greek": (
        "Άννα Γιώργος Ελένη Νίκος Μαρία Κώστας Σοφία Ιωάννης Κατερίνα Δημήτρης Όλγα Πέτρος Ειρήνη"
        " Ανδρέας Θάλεια Ηλίας Ρένα Ζωή Φώτης Λίνα",
        "Παπαδόπουλος Οικονόμου Νικολαΐδης Γεωργίου Βλάχος Καραμανλής Ψαρρός Μακρής Ξένου Ράλλης",
    ),
    "Arabic": (
        "محمد فاطمة علي خديجة يوسف مريم أحمد زينب عمر ليلى حسن نور خالد سارة إبراهيم هدى طارق آمنة كريم رنا",
        "الحداد النجار منصور الشامي البغدادي سعيد القاضي الخطيب حمدان العلي",
    ),
    "Hindi": (
        "अमित प्रिया राहुल सुनीता विजय कविता अर्जुन मीरा संजय लक्ष्मी कृष्ण आशा दीपक गीता रोहन नेहा अनिल पूजा मोहन ज़ोया",
        "शर्मा सिंह गुप्ता पटेल वर्मा मिश्रा यादव जोशी त्रिपाठी रेड्डी",
    ),
    "Japanese": (
        "さくら ゆうと ハルカ ケンジ 翔太 美咲 大輔 陽菜 健一 恵 あおい ひなた リョウ 愛 直樹 由美子 蓮 凛 真央 カオル",
        "佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 二ノ宮",
    ),
    "Thai": (
        "สมชาย สมหญิง กิตติ อำนาจ น้ำฝน ประเสริฐ วิไล ชัยวัฒน์ มาลี ณัฐ พิมพ์ สุดา ธนา อรุณ ดวงใจ ศิริ เกรียงไกร แก้ว โชค ใจดี",
        "ใจงาม สุขใจ แสงทอง ศรีสุข บุญมา ทองดี คำแก้ว พงษ์ รักไทย วงศ์",
    ),
}


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield language, given name and surname of each: 2,400."""
    for language, (first_names, surnames) in REAL_NAMES.items():
        for one in first_names.split():
            for surname in surnames.split():
                yield language, one, surname.replace("von-", "von ")


def display_names() -> list[str]:
    """Return the display names of these people."""
    return [f"{first_name} {surname}" for _, first_name, surname in pairs()]


def usernames() -> list[str]:
    """Return the usernames of these people: without spaces and apostrophes, and not too long."""
    found = (f"{first_name}.{surname}" for _, first_name, surname in pairs())
    return [name.replace("'", "").replace(" ", ".") for name in found if len(name) <= 30]
